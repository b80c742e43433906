import { learnedValues, type PredictionRow } from './rows.ts';

/** Performance of a predictor in tasks that do not depend on knowledge of the target. */
interface Capability {
  readonly predictor: string;
  readonly base: string;
  readonly target: string;
  /** Accuracy in reading a property off a response in the prompt; null where not measured. */
  readonly readOff: number | null;
  /** Accuracy on its own training rows; null where not measured. */
  readonly fit: number | null;
  /** Reasons why a comparison with this predictor is doubtful, in words; usually empty. */
  readonly flags: readonly string[];
}

/** Maximum lag of a cross predictor behind the target's own model, in accuracy, before it is flagged. */
const maxLag = 0.05;

/**
 * Compares each cross-trained predictor with the target's own model in two controls: read-off accuracy and in-sample
 * fit. A cross predictor that lags by more than 5 points may be worse for reasons unrelated to the target.
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

/** Returns the share of right rows by key; missing predictions are wrong, rows without a truth do not count. */
function accuracies(rows: readonly PredictionRow[], key: (row: PredictionRow) => string): ReadonlyMap<string, number> {
  const usable = rows.filter(({ truth }) => truth !== null);
  return new Map(
    [...Map.groupBy(usable, key)].map(([name, own]) => [
      name,
      own.filter(({ prediction, truth }) => prediction === truth).length / own.length,
    ]),
  );
}
