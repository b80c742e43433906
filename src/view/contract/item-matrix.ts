import type { ItemView } from './contract-items.ts';

/** Items by models. Also runs in the browser: imports only types. */

/** One unit of an item with the row of each model that has one. */
export interface MatrixUnit {
  readonly item: string;
  readonly unit: string;
  readonly title: string;
  readonly byModel: ReadonlyMap<string, ItemView>;
}

/** The units of one experiment and condition of a run by models. */
export interface ItemMatrix {
  readonly run: string;
  readonly experiment: string;
  readonly condition: string;
  readonly models: readonly string[];
  readonly units: readonly MatrixUnit[];
}

/** Returns a matrix for each run, experiment and condition, with units and models in the order of their first rows. */
export function itemMatrices(rows: Iterable<ItemView>): readonly ItemMatrix[] {
  const tables = Map.groupBy(rows, ({ run, experiment, condition }) => JSON.stringify([run, experiment, condition]));
  return [...tables.values()].flatMap(([first, ...others]): readonly ItemMatrix[] => {
    if (first === undefined) return [];
    const own = [first, ...others];
    const { run, experiment, condition } = first;
    return [{ run, experiment, condition, models: [...new Set(own.map(({ model }) => model))], units: unitsOf(own) }];
  });
}

function unitsOf(rows: readonly ItemView[]): readonly MatrixUnit[] {
  const units = Map.groupBy(rows, ({ item, unit }) => JSON.stringify([item, unit]));
  return [...units.values()].flatMap((own) =>
    own.slice(0, 1).map(
      ({ item, unit, title }): MatrixUnit => ({
        ...{ item, unit, title },
        byModel: new Map(own.map((row) => [row.model, row])),
      }),
    ),
  );
}
