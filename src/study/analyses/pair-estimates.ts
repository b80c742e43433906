import type { Quantity } from '../../results/quantity.ts';
import { normalCdf, normalQuantile, tQuantile } from '../../stats/distributions.ts';
import {
  type Jackknifed,
  jackknifeAll,
  jackknifedQuantity,
  missingEstimate,
  pAbove,
  pBelow,
  twoSidedP,
  withoutRoundOff,
} from '../../stats/jackknife.ts';
import { sum } from '../../stats/moments.ts';
import type { PairTable } from './pair-table.ts';

/** A function of the sums of a pair; null where it is undefined. */
export type PairStatistic = (totals: ArrayLike<number>) => number | null;

/** A statistic over strings and trainings, with its standard error. */
interface PairEstimate extends Jackknifed {
  readonly se: number;
}

/** Fewest trainings of each arm for a word: with fewer, the variance between trainings is not known. */
export const fewestTrainings = 3;

/** Largest difference of cross accuracies, on a model and on its shifted self, for which both are equally hard to learn. */
export const equivalenceBound = 0.1;

/** Level of each one-sided test of equivalence. */
export const equivalenceLevel = 0.05;

/** One-sided level of the tests of plain advantages and of rules. */
export const oneSidedLevel = 0.025;

/**
 * Adds the variance between trainings to that over strings: the sum over arms of s² / K, s² the variance of the statistic's
 * values with each of an arm's K trainings in place of their mean. For a difference of two arms this is s_own² / K_own + s_cross²
 * / K_cross. Degrees of freedom of Satterthwaite (1946). Trainings of different arms are independent, so no arm's training is
 * paired with one of another arm. Null without a standard error over strings.
 */
export function overTrainings(strings: Jackknifed | null, arms: readonly (readonly number[])[]): PairEstimate | null {
  if (strings === null || strings.se === null) return null;
  const within = strings.se ** 2;
  let [variance, squares] = [within, within === 0 ? 0 : within ** 2 / strings.df];
  for (const values of arms) {
    const between = varianceOf(values) / values.length;
    if (!(between > 0)) continue;
    variance += between;
    squares += between ** 2 / (values.length - 1);
  }
  if (variance === within) return { ...strings, se: strings.se };
  return { ...strings, se: Math.sqrt(variance), df: variance ** 2 / squares };
}

/** Returns the variance of values, whose order does not matter; 0 for one. */
function varianceOf(values: readonly number[]): number {
  if (values.length < 2) return 0;
  const sorted = values.toSorted((one, other) => one - other);
  const center = sum(sorted) / sorted.length;
  return sum(sorted.map((value) => (value - center) ** 2)) / (sorted.length - 1);
}

/**
 * Replaces an interval over strings by Student's t over strings and trainings (Satterthwaite). Two trainings give no interval;
 * one keeps that over strings, which is about these copies.
 */
export function intervalOverTrainings(quantity: Quantity, estimate: PairEstimate | null, trainings: number): Quantity {
  const { value } = quantity;
  if (trainings < 2 || value === null || quantity.interval === null) return quantity;
  if (trainings < fewestTrainings || estimate === null) {
    const { missing } = missingEstimate('two trainings of each arm give no interval; it needs three');
    return { ...quantity, interval: null, missing };
  }
  const half = tQuantile(0.975, estimate.df) * estimate.se;
  return { ...quantity, interval: [value - half, value + half] };
}

/**
 * Jackknifes the statistics of a pair in one pass over its strings; returns functions that estimate and test each.
 * `trainings`: the smallest number of trainings of an arm. Below three, standard errors are over strings alone.
 */
export function estimating(
  { table, arms }: Pick<PairTable, 'table' | 'arms'>,
  statistics: readonly PairStatistic[],
  trainings: number,
) {
  const { clusters, n } = table;
  const exact = (sums: ArrayLike<number>) =>
    statistics.map((statistic) => {
      const value = statistic(sums);
      return value === null ? null : withoutRoundOff(value);
    });
  const jackknifed = jackknifeAll(clusters, exact);
  const varied = trainings < fewestTrainings ? [] : arms.map((arm) => arm.trainings.map(exact));
  const found = new Map(
    statistics.map((statistic, index) => {
      const strings = jackknifed[index] ?? null;
      const values = varied.map((arm) => arm.map((training) => training[index] ?? Number.NaN));
      const estimate = overTrainings(strings, values);
      const overStrings = jackknifedQuantity(strings, { clusters: clusters.length, n });
      return [statistic, { estimate, quantity: intervalOverTrainings(overStrings, estimate, trainings) }] as const;
    }),
  );
  const of = (statistic: PairStatistic) => {
    const own = found.get(statistic);
    if (own === undefined) throw new Error('a statistic that was not jackknifed');
    return own;
  };
  const pOf = (p: (estimate: PairEstimate) => number) => (statistic: PairStatistic) => {
    const { estimate } = of(statistic);
    return estimate === null ? null : p(estimate);
  };
  return {
    estimateOf: (statistic: PairStatistic): Quantity => of(statistic).quantity,
    /** The standard error; null where it is undefined. */
    errorOf: (statistic: PairStatistic): number | null => of(statistic).estimate?.se ?? null,
    /** The value with the jackknife's bias correction, and the interval around it. */
    correctedOf: (statistic: PairStatistic): Quantity => {
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
    /** Larger p of the two one-sided tests of equivalence (Schuirmann 1987): "not above -bound" and "not below the bound". */
    equivalenceP: (
      { above, below }: { readonly above: PairStatistic; readonly below: PairStatistic },
      bound: number,
    ) => {
      const [low, high] = [of(above).estimate, of(below).estimate];
      if (low === null || high === null) return null;
      return Math.max(pAbove({ ...low, value: low.value + bound }), pBelow({ ...high, value: high.value - bound }));
    },
    /** Two-sided p of "the value is 0", and of "the corrected value is 0". */
    twoSidedP: pOf(twoSidedP),
    correctedP: pOf((estimate) => twoSidedP({ ...estimate, value: estimate.corrected })),
  };
}

/** What one training of each arm shows of a difference, and its standard error over strings. */
interface OneTraining {
  readonly value: number;
  readonly se: number;
  /** Trainings of the two arms. */
  readonly trainings: readonly [own: number, other: number];
}

/**
 * Returns the standard deviation between trainings of one recipe above which trainings alone explain a difference of two arms:
 * sqrt(((value / 1.96)² - se²) / (1 / K_own + 1 / K_other)), in the unit of the value. Null where strings alone explain it.
 */
export function explainingDeviation({ value, se, trainings: [own, other] }: OneTraining): number | null {
  const rest = (value / normalQuantile(0.975)) ** 2 - se ** 2;
  return rest > 0 ? Math.sqrt(rest / (1 / own + 1 / other)) : null;
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
