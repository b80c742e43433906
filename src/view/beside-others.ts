import type { OutcomeRow } from '../domain/outcome.ts';
import { type UnitRow, unitRowOf } from './unit-row.ts';
import type { UnitWords } from './unit-words.ts';

/** A unit with the behavior of the other models of its run. */
export interface PlacedRow {
  readonly source: OutcomeRow;
  readonly row: UnitRow;
  /** Whether models of the run behaved differently. */
  readonly divergent: boolean;
  /**
   * Number of other models with the same majority outcome, and of those with any; null where outcomes are not
   * comparable.
   */
  readonly same: number | null;
  readonly others: number | null;
}

/** Adds the other models' behavior to the units of one item, of all models and conditions of a run. */
export function besideOthers(rows: readonly OutcomeRow[], words: UnitWords): readonly PlacedRow[] {
  const units = rows.map((source) => {
    const row = unitRowOf(words, source.outcome);
    return { source, row, name: JSON.stringify([source.condition, row.unit]) };
  });
  const behaviors = new Map(
    [...Map.groupBy(units, ({ name }) => name)].map(([name, own]) => {
      const byModel = new Map(own.map(({ source, row }) => [source.model, row.behavior]));
      return [name, [...byModel.values()].filter((behavior) => behavior !== null)] as const;
    }),
  );
  return units.map(({ source, row, name }) => {
    const all = behaviors.get(name) ?? [];
    const isKnown = row.behavior !== null;
    return {
      ...{ source, row },
      divergent: all.some((behavior) => behavior !== all[0]),
      same: isKnown ? all.filter((behavior) => behavior === row.behavior).length - 1 : null,
      others: isKnown ? all.length - 1 : null,
    };
  });
}
