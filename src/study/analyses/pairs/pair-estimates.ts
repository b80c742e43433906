import type { Quantity } from '../../../results/quantity.ts';
import { estimateAll, pAbove, pBelow } from '../../../stats/jackknife.ts';
import { detectableEffect } from './detectable.ts';
import { type Jackknife, jackknifeP } from './jackknife.ts';
import {
  errorOverTrainings,
  intervalOverTrainings,
  meanOverTrainings,
  type TrainingStatistic,
} from './over-trainings.ts';
import type { PairTable } from './pair-table.ts';

/** One-sided level of the tests of plain advantages and of rules. */
export const oneSidedLevel = 0.025;

/** Returns functions that estimate and test the statistics of a pair; each standard error is computed once. */
export function estimating(pair: PairTable, all: readonly TrainingStatistic[]) {
  const { clusters } = pair.table;
  const trainings = pair.trainings.length;
  const means = all.map((statistic) => meanOverTrainings(statistic, trainings));
  const estimates = estimateAll(pair.table, (totals) => means.map((mean) => mean(totals)));
  const errors = new Map<TrainingStatistic, Jackknife | null>();
  const errorOf = (statistic: TrainingStatistic): Jackknife | null => {
    const known = errors.get(statistic);
    if (known !== undefined) return known;
    const found = errorOverTrainings(clusters, statistic, trainings);
    errors.set(statistic, found);
    return found;
  };
  const estimateOf = (statistic: TrainingStatistic): Quantity => {
    const estimate = estimates[all.indexOf(statistic)] as Quantity; // `all` has every estimated statistic
    return trainings === 1 ? estimate : intervalOverTrainings(estimate, errorOf(statistic), trainings);
  };
  /** The two-sided p, of the same value and standard error as the interval. */
  const twoSidedP = (statistic: TrainingStatistic, isCorrected = false): number | null => {
    const error = errorOf(statistic);
    return error === null ? null : jackknifeP(error, isCorrected ? error.corrected : error.value);
  };
  return {
    estimateOf,
    errorOf,
    twoSidedP,
    /** The estimate with the jackknife's bias correction, and the interval around it. */
    determinantOf: (statistic: TrainingStatistic): Quantity => {
      const [error, estimate] = [errorOf(statistic), estimateOf(statistic)];
      if (error === null || estimate.value === null) return estimate;
      const shift = error.corrected - estimate.value;
      const { interval } = estimate;
      const moved = interval === null ? null : ([interval[0] + shift, interval[1] + shift] as const);
      return { ...estimate, value: error.corrected, interval: moved };
    },
    /** The one-sided p of "not above 0", by t with the standard error of the interval; null without an error. */
    isAboveP: (statistic: TrainingStatistic): number | null => {
      const error = errorOf(statistic);
      return error === null ? null : pAbove({ value: error.value, se: error.error, df: error.degrees });
    },
    /** The one-sided p of "not below 0". */
    isBelowP: (statistic: TrainingStatistic): number | null => {
      const error = errorOf(statistic);
      return error === null ? null : pBelow({ value: error.value, se: error.error, df: error.degrees });
    },
  };
}

/** Standard errors of the statistics that a verdict tests, and the mean gain. */
interface Errors {
  /** Of both directions. */
  readonly plain: readonly (Jackknife | null)[];
  readonly doubleDifference: Jackknife | null;
  readonly determinant: Jackknife | null;
  readonly gain: number | null;
}

/** Returns the smallest advantage that 80 % of such studies find: all of its tests, with E's error by its definition. */
export function detectableAdvantage({ plain, doubleDifference, determinant, gain }: Errors): number | null {
  if (doubleDifference === null || determinant === null || gain === null || !(gain > 0)) return null;
  const two = 0.025; // one side of a two-sided test at 5 %
  return detectableEffect([
    ...plain.map((each) => ({ error: each?.error ?? 0, level: oneSidedLevel })),
    { error: doubleDifference.error, level: two },
    { error: determinant.error / (2 * gain), level: two },
  ]);
}
