import type { Quantity } from '../../results/quantity.ts';
import { normalCdf, normalQuantile, tQuantile } from '../../stats/distributions.ts';
import {
  type Jackknifed,
  jackknifeAll,
  jackknifedQuantity,
  missingEstimate,
  pAbove,
  pBelow,
  totalsOf,
  twoSidedP,
  withoutRoundOff,
} from '../../stats/jackknife.ts';
import type { PairTable } from './pair-table.ts';

/** A function of the sums of one training run; null where it is undefined. */
export type TrainingStatistic = (totals: ArrayLike<number>, training: number) => number | null;

/** A statistic over strings and training runs, with its standard error. */
interface PairEstimate extends Jackknifed {
  readonly se: number;
}

/** Fewest training runs for an interval that includes the variance between them. */
export const fewestTrainings = 3;

/** One-sided level of the tests of plain advantages and of rules. */
export const oneSidedLevel = 0.025;

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
 * Adds s² / K, the variance between the values of K training runs, to the standard error over strings, with the degrees
 * of freedom of Satterthwaite (1946). With one run, the standard error says nothing about other runs. Null without one.
 */
export function overTrainings(strings: Jackknifed | null, values: readonly number[]): PairEstimate | null {
  if (strings === null || strings.se === null) return null;
  const estimate = { ...strings, se: strings.se };
  const runs = values.length;
  if (runs < 2) return estimate;
  const mean = values.reduce((sum, value) => sum + value, 0) / runs;
  const between = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (runs - 1) / runs;
  if (between === 0) return estimate;
  const within = estimate.se ** 2;
  const df = (within + between) ** 2 / (within ** 2 / estimate.df + between ** 2 / (runs - 1));
  return { ...estimate, se: Math.sqrt(within + between), df };
}

/**
 * Replaces an interval over strings by Student's t over strings and training runs (Satterthwaite). Two training runs give
 * no interval; one run keeps that over strings.
 */
export function intervalOverTrainings(quantity: Quantity, estimate: PairEstimate | null, trainings: number): Quantity {
  if (trainings < 2 || quantity.value === null) return quantity;
  if (trainings < fewestTrainings || estimate === null) {
    const { missing } = missingEstimate('two training runs of each arm give no interval; it needs three');
    return { ...quantity, interval: null, missing };
  }
  const half = tQuantile(0.975, estimate.df) * estimate.se;
  return { ...quantity, interval: [quantity.value - half, quantity.value + half] };
}

/** Jackknifes the statistics of a pair in one pass over its strings; returns functions that estimate and test each. */
export function estimating({ table, trainings }: PairTable, statistics: readonly TrainingStatistic[]) {
  const { clusters, n } = table;
  const runs = trainings.length;
  const means = statistics.map((statistic) => meanOverTrainings(statistic, runs));
  const totals = totalsOf(clusters);
  const jackknifed = jackknifeAll(clusters, (sums) =>
    means.map((mean) => {
      const value = mean(sums);
      return value === null ? null : withoutRoundOff(value);
    }),
  );
  const found = new Map(
    statistics.map((statistic, index) => {
      const strings = jackknifed[index] ?? null;
      const values = trainings.map((_, training) => statistic(totals, training) ?? Number.NaN);
      const estimate = overTrainings(strings, values);
      const overStrings = jackknifedQuantity(strings, { clusters: clusters.length, n });
      return [statistic, { estimate, quantity: intervalOverTrainings(overStrings, estimate, runs) }] as const;
    }),
  );
  const of = (statistic: TrainingStatistic) => {
    const own = found.get(statistic);
    if (own === undefined) throw new Error('a statistic that was not jackknifed');
    return own;
  };
  const pOf = (p: (estimate: PairEstimate) => number) => (statistic: TrainingStatistic) => {
    const { estimate } = of(statistic);
    return estimate === null ? null : p(estimate);
  };
  return {
    estimateOf: (statistic: TrainingStatistic): Quantity => of(statistic).quantity,
    /** The standard error; null where it is undefined. */
    errorOf: (statistic: TrainingStatistic): number | null => of(statistic).estimate?.se ?? null,
    /** The value with the jackknife's bias correction, and the interval around it. */
    correctedOf: (statistic: TrainingStatistic): Quantity => {
      const { estimate, quantity } = of(statistic);
      if (estimate === null || quantity.value === null) return quantity;
      const { corrected } = estimate;
      const shift = corrected - quantity.value;
      const { interval } = quantity;
      return { ...quantity, value: corrected, interval: interval && [interval[0] + shift, interval[1] + shift] };
    },
    /** One-sided p of "not above 0" and of "not below 0", by t with the standard error of the interval. */
    isAboveP: pOf(pAbove),
    isBelowP: pOf(pBelow),
    /** Two-sided p of "the value is 0", and of "the corrected value is 0". */
    twoSidedP: pOf(twoSidedP),
    correctedP: pOf((estimate) => twoSidedP({ ...estimate, value: estimate.corrected })),
  };
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

/** Standard errors of the statistics that a verdict tests, and the mean gain. */
interface Errors {
  /** Of both directions. */
  readonly plain: readonly (number | null)[];
  readonly doubleDifference: number | null;
  readonly determinant: number | null;
  readonly gain: number | null;
}

/** Returns the smallest advantage that 80 % of such studies find: all of its tests, with E's error by its definition. */
export function detectableAdvantage({ plain, doubleDifference, determinant, gain }: Errors): number | null {
  if (doubleDifference === null || determinant === null || gain === null || !(gain > 0)) return null;
  return detectableEffect(
    [...plain, doubleDifference, determinant / (2 * gain)].map((error) => ({
      error: error ?? 0,
      level: oneSidedLevel,
    })),
  );
}
