import { type DrawnValues, drawnSum, drawnValues } from './drawn-sums.ts';

/** Stated probabilities and outcomes (0 or 1) of independent units, and the cell that each is dealt in. */
interface DealtUnits {
  readonly predictions: ArrayLike<number>;
  readonly outcomes: ArrayLike<number>;
  readonly cell: ArrayLike<number>;
}

/** Distribution of the sum of midranks of the units that came true, if predictions are shuffled within cells. */
interface MidrankDealing {
  /** P(as large or larger), and P(as small or smaller); both include the observed sum. */
  readonly above: number;
  readonly below: number;
  /** The smallest p that the test can reach; 0 where it is not computed. */
  readonly smallest: number;
  /** Sum over the cells of the midranks of the units that came true; lowest rank 1. */
  readonly observed: number;
  readonly expected: number;
  /**
   * Share of the pairs of one cell, one that came true and one that did not, in which the former has the higher prediction;
   * equal ones count one half (Hanley and McNeil 1982). Null without such a pair. Above 1/2 exactly where observed > expected.
   */
  readonly auroc: number | null;
  /** Whether p is exact; else it is that of the normal distribution with a correction for skewness. */
  readonly isExact: boolean;
}

/**
 * Returns the stratified rank sum test (van Elteren 1960, with equal weights; Wilcoxon 1945): T = the sum, over units that
 * came true, of the midrank of the prediction among all units of the cell.
 */
export function midrankDealing(units: DealtUnits): MidrankDealing {
  const cells = cellsOf(units);
  const { observed, expected, above, below, smallest, exact } = drawnSum(cells);
  const pairs = cells.reduce((sum, { size, drawn }) => sum + drawn * (size - drawn), 0);
  const wins = observed / 2 - cells.reduce((sum, { drawn }) => sum + (drawn * (drawn + 1)) / 2, 0);
  return {
    ...{ above, below, smallest, isExact: exact !== null },
    ...{ observed: observed / 2, expected: expected / 2, auroc: pairs === 0 ? null : wins / pairs },
  };
}

/** Returns the doubled midranks of each cell, from which those that came true are drawn. */
function cellsOf({ predictions, outcomes, cell }: DealtUnits): readonly DrawnValues[] {
  const units = Map.groupBy(Array.from({ length: predictions.length }).keys(), (unit) => cell[unit] as number);
  return [...units.values()].map((own) => {
    const ranks = doubledMidranks(own.map((unit) => predictions[unit] as number));
    return drawnValues(ranks, (place) => outcomes[own[place] as number] === 1);
  });
}

function doubledMidranks(values: readonly number[]): readonly number[] {
  const counts = new Map<number, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  const ranks = new Map<number, number>();
  let below = 0;
  for (const [value, count] of [...counts].sort(([a], [b]) => (a < b ? -1 : 1))) {
    ranks.set(value, 2 * below + count + 1);
    below += count;
  }
  return values.map((value) => ranks.get(value) as number);
}
