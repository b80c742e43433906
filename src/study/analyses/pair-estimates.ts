import type { Quantity } from '../../results/quantity.ts';
import { normalCdf, normalQuantile, tQuantile } from '../../stats/basic/quantiles.ts';
import { estimateAll, missingEstimate, withoutRoundOff } from '../../stats/jackknife/estimate-all.ts';
import { type Jackknifed, jackknife as jackknifed } from '../../stats/jackknife/jackknife.ts';
import { pAbove, pBelow, twoSidedP } from '../../stats/jackknife/t-test.ts';
import { type Tally, totalsOf } from '../../stats/jackknife/tallies.ts';
import type { PairTable } from './pair-table.ts';

/** A statistic over strings (and training runs) with its standard error. */
interface Jackknife extends Pick<Jackknifed, 'value' | 'corrected'> {
  readonly error: number;
  /** Degrees of freedom of the error: clusters - 1 unless training runs vary too. */
  readonly degrees: number;
}

/**
 * Returns the jackknife over clusters. Its corrected value removes the bias cov / n of a product of two means exactly if
 * clusters are equally large. Null with fewer than two clusters, or where the statistic is undefined without one of them.
 */
export function jackknife(
  clusters: readonly Tally[],
  value: (totals: Float64Array) => number | null,
): Jackknife | null {
  const found = jackknifed(clusters, value);
  if (found === null || found.se === null) return null;
  return { value: withoutRoundOff(found.value), corrected: found.corrected, error: found.se, degrees: found.df };
}

/** Returns the two-sided p of the null "the value is 0" by t; null without a standard error, unless the value is 0. */
export function jackknifeP({ error, degrees }: Jackknife, value: number): number | null {
  if (error === 0) return value === 0 ? 1 : null;
  return twoSidedP({ value, se: error, df: degrees });
}

/** A function of the sums of one training run; null where it is undefined. */
export type TrainingStatistic = (totals: ArrayLike<number>, training: number) => number | null;

/** Fewest training runs for an interval that includes the variance between them. */
export const fewestTrainings = 3;

/** Returns the mean of a statistic over training runs; null where it is undefined in one of them. */
export function meanOverTrainings(statistic: TrainingStatistic, trainings: number) {
  return (totals: ArrayLike<number>): number | null => {
    let sum = 0;
    for (let training = 0; training < trainings; training += 1) {
      const value = statistic(totals, training);
      if (value === null) return null;
      sum += value;
    }
    return sum / trainings;
  };
}

/**
 * Returns the standard error of a mean over K training runs: the jackknife over strings, plus s² / K, the variance
 * between training runs, with the degrees of freedom of Satterthwaite (1946). With one run, it is the jackknife over
 * strings, and says nothing about other runs. Null where the jackknife is undefined.
 */
export function errorOverTrainings(
  clusters: readonly Tally[],
  statistic: TrainingStatistic,
  trainings: number,
): Jackknife | null {
  const strings = jackknife(clusters, meanOverTrainings(statistic, trainings));
  if (strings === null || trainings < 2) return strings;
  const totals = totalsOf(clusters);
  const values = Array.from({ length: trainings }, (_, training) => statistic(totals, training) ?? Number.NaN);
  const mean = values.reduce((sum, value) => sum + value, 0) / trainings;
  const between = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (trainings - 1) / trainings;
  const within = strings.error ** 2;
  if (between === 0) return strings;
  const degrees = (within + between) ** 2 / (within ** 2 / strings.degrees + between ** 2 / (trainings - 1));
  return { ...strings, error: Math.sqrt(within + between), degrees };
}

/**
 * Replaces an estimate's interval over strings by Student's t over strings and training runs
 * (Satterthwaite). Two training
 * runs give no interval; one run keeps the estimate.
 */
export function intervalOverTrainings(estimate: Quantity, error: Jackknife | null, trainings: number): Quantity {
  if (trainings < 2 || estimate.value === null) return estimate;
  if (trainings < fewestTrainings || error === null) {
    const { missing } = missingEstimate('two training runs of each arm give no interval; it needs three');
    return { ...estimate, interval: null, missing };
  }
  const half = tQuantile(0.975, error.degrees) * error.error;
  return { ...estimate, interval: [estimate.value - half, estimate.value + half] };
}

/** A test of a verdict: the standard error of its statistic, and the one-sided level that it must reach. */
interface VerdictTest {
  readonly error: number;
  readonly level: number;
}

const power = 0.8;

/**
 * Returns the smallest effect at which a share of 0.8 of studies passes every one of the tests, if all statistics have
 * this expectation: the product of the tests' powers is 0.8. Statistics of one study are positively dependent, so the
 * true effect is at most this large. Null without tests, or where an error is 0.
 */
export function detectableEffect(tests: readonly VerdictTest[]): number | null {
  if (tests.length === 0 || tests.some(({ error }) => !(error > 0))) return null;
  const powerAt = (effect: number) =>
    tests.reduce((product, { error, level }) => product * normalCdf(effect / error - normalQuantile(1 - level)), 1);
  let [low, high] = [0, 10 * Math.max(...tests.map(({ error }) => error))];
  for (let step = 0; step < 50; step += 1) {
    const effect = (low + high) / 2;
    if (powerAt(effect) < power) low = effect;
    else high = effect;
  }
  return high;
}

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
