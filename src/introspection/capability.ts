import { learnedValues, type PredictionRow } from './rows.ts';

/** How well a predictor can do what has nothing to do with knowing the target. */
export interface Capability {
  readonly predictor: string;
  readonly base: string;
  readonly target: string;
  /** Accuracy in naming the property of a response that is shown; null where not measured. */
  readonly readOff: number | null;
  /** Accuracy on its own training rows; null where not measured. */
  readonly fit: number | null;
  /** Why a comparison with this predictor is doubtful, in words; empty where it is not. */
  readonly flags: readonly string[];
}

/** Accuracy points by which a cross predictor may lag behind the target's own model before it is flagged. */
export const maxLag = 0.05;

/**
 * Compares each cross-trained predictor with the target's own model in two controls: read-off accuracy and in-sample fit.
 * A cross predictor that lags by more than 5 points may be worse for reasons that have nothing to do with the target.
 */
export function capabilities(rows: readonly PredictionRow[]): readonly Capability[] {
  const readOff = accuracies(
    rows.filter(({ arm }) => arm === 'read-off'),
    ({ base }) => base,
  );
  const trained = rows.filter(({ arm, target, trainedOn }) => learnedValues(arm) && trainedOn === target);
  const fit = accuracies(
    trained.filter(({ split }) => split === 'train'),
    cellKey,
  );
  const cells = new Map(trained.map((row) => [cellKey(row), row]));
  return [...cells.values()].map(({ predictor, base, target }) => {
    const own = { readOff: readOff.get(target) ?? null, fit: fit.get(cellKey({ base: target, target })) ?? null };
    const found = { readOff: readOff.get(base) ?? null, fit: fit.get(cellKey({ base, target })) ?? null };
    const flags = [
      ...(lags(found.readOff, own.readOff)
        ? ['names the property of a shown response worse than the target itself']
        : []),
      ...(lags(found.fit, own.fit) ? ['fits its training rows worse than the target itself'] : []),
    ];
    return { predictor, base, target, ...found, flags };
  });
}

function lags(cross: number | null, self: number | null): boolean {
  return cross !== null && self !== null && cross < self - maxLag;
}

function cellKey({ base, target }: Pick<PredictionRow, 'base' | 'target'>): string {
  return JSON.stringify([base, target]);
}

/** Share of right rows by key; missing predictions are wrong, rows without a truth do not count. */
function accuracies(rows: readonly PredictionRow[], key: (row: PredictionRow) => string): ReadonlyMap<string, number> {
  const usable = rows.filter(({ truth }) => truth !== null);
  return new Map(
    [...Map.groupBy(usable, key)].map(([name, own]) => [
      name,
      own.filter(({ prediction, truth }) => prediction === truth).length / own.length,
    ]),
  );
}
