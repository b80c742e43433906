import type { Numbered, UnitScores } from './unit-scores.ts';

interface FilledScores<P, Y> {
  readonly scores: UnitScores<P, Y>;
  readonly numbered: Numbered;
  /** Whether fit is tested by midranks of stated probabilities. */
  readonly isRanked: boolean;
}

interface Worst {
  /** Whether missing values fit as badly or as well as they can. */
  readonly worst: 'lowest' | 'highest';
  /** Which of two equally bad fillings to use. */
  readonly alternative: boolean;
}

/** Returns predictions and outcomes without a missing value: each is at the lowest or the highest fit. */
export function fillAtWorst<P, Y>({ scores, numbered, isRanked }: FilledScores<P, Y>, filling: Worst) {
  const { kind, predictions, outcomes } = scores;
  const { read, cell } = numbered;
  const readByCell = Map.groupBy(read, (unit) => cell[unit] as number);
  const readValues = (units: readonly number[]) => ({
    predictions: units.map((each) => predictions[each] as P),
    outcomes: units.map((each) => outcomes[each] as Y),
  });
  const valuesByCell = new Map([...readByCell].map(([key, units]) => [key, readValues(units)]));
  const allValues = readValues(read);
  const filled = predictions.map((prediction, unit) => {
    const outcome = outcomes[unit] ?? null;
    const lost = outcome === null ? 0 : (scores.lost[unit] as number);
    if (prediction !== null && outcome !== null && lost === 0) return { prediction, outcome };
    const values = { ...filling, ...(valuesByCell.get(cell[unit] as number) ?? allValues) };
    const made = kind.fill({ prediction, outcome }, values);
    if (lost === 0) return made;
    const rest = kind.fill({ prediction: made.prediction, outcome: null }, values);
    return { prediction: made.prediction, outcome: kind.mix(made.outcome, rest.outcome, lost) };
  });
  const all = {
    predictions: filled.map(({ prediction }) => prediction),
    outcomes: filled.map(({ outcome }) => outcome),
  };
  if (!isRanked) return all;
  const ranked = filled.map((_, unit) =>
    rankedUnit(
      { prediction: predictions[unit] as number | null, outcome: outcomes[unit] as number | null },
      { ...filling, read: (valuesByCell.get(cell[unit] as number)?.predictions ?? []) as readonly number[] },
    ),
  );
  return {
    predictions: all.predictions,
    outcomes: ranked.map(({ outcome }) => outcome as Y), // a number: stated probabilities have ranks
    ranked: ranked.map(({ rank }) => rank),
  };
}

/**
 * Returns the value that is ranked, and the outcome. A missing prediction gets the lowest rank where the outcome came true and
 * the highest where it did not (for the highest fit, the other way round); a missing outcome did not come true where most
 * predictions of the cell are lower.
 */
function rankedUnit(
  { prediction, outcome }: { readonly prediction: number | null; readonly outcome: number | null },
  { worst, alternative, read }: Worst & { readonly read: readonly number[] },
): { readonly rank: number; readonly outcome: number } {
  const sign = worst === 'lowest' ? 1 : -1;
  const furthest = (cameTrue: boolean) => sign * (cameTrue ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY);
  if (prediction === null) {
    const y = outcome ?? Number(alternative);
    return { rank: furthest(y === 1), outcome: y };
  }
  if (outcome !== null) return { rank: prediction, outcome };
  const surplus = read.reduce((sum, each) => sum + Math.sign(prediction - each), 0) * sign; // lower ones minus higher ones
  return { rank: prediction, outcome: surplus === 0 ? Number(alternative) : Number(surplus < 0) };
}
