import type { Sums } from '../../domain/measure.ts';
import type { Quantity } from '../../results/quantity.ts';
import { normalQuantile, tQuantile } from '../../stats/distributions.ts';
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
import { sum } from '../../stats/moments.ts';
import type { PairTable } from './pair-table.ts';
import { errorOfParts, type VariancePart, type VarianceParts } from './study-power.ts';

/** A function of the sums of a pair; null where it is undefined. */
export interface PairStatistic {
  (totals: ArrayLike<number>): number | null;
  /** Columns of the table that count the rows that it reads. */
  readonly rows: readonly number[];
}

/** Makes a statistic of a function and the columns that count its rows. */
export function statisticOver(
  rows: readonly number[],
  value: (totals: ArrayLike<number>) => number | null,
): PairStatistic {
  return Object.assign((totals: ArrayLike<number>) => value(totals), { rows: [...new Set(rows)] });
}

/** A statistic over strings and trainings, with its standard error and what that consists of. */
export interface PairEstimate extends Jackknifed {
  readonly se: number;
  readonly parts: VarianceParts;
}

/** Fewest trainings of each arm for a word: with fewer, the variance between trainings is not known. */
export const fewestTrainings = 3;

/** Largest difference of cross accuracies, on a model and on its shifted self, for which both are equally hard to learn. */
export const equivalenceBound = 0.1;

/** Level of each one-sided test of equivalence. */
export const equivalenceLevel = 0.05;

/** One-sided level of the tests of plain advantages and of rules. */
export const oneSidedLevel = 0.025;

/** Returns whether an arm is one of the pair itself: no shifted self and no reference. */
export function isOfPair({ kind }: Pick<PairTable['arms'][number], 'kind'>): boolean {
  return kind === 'trained' || kind === 'scramble';
}

/** Returns the smallest number of trainings of the arms of a pair. */
export function fewestTrainingsOf({ arms }: Pick<PairTable, 'arms'>): number {
  return Math.min(...arms.filter(isOfPair).map(({ trainings }) => trainings.length));
}

/** Returns whether a rule is a reference that was trained too few times for the test that a verdict needs. */
export function isTrainedTooFew(pair: Pick<PairTable, 'arms' | 'rules'>, target: 0 | 1, rule: number): boolean {
  const { trainings = null } = pair.rules[target][rule] ?? {};
  return trainings !== null && trainings < fewestTrainings && fewestTrainingsOf(pair) >= fewestTrainings;
}

/**
 * Adds the variance between trainings to that over strings: the sum over arms of s² / K, s² the variance of the statistic's
 * values with each of an arm's K trainings in place of their mean. For a difference of two arms this is s_own² / K_own + s_cross²
 * / K_cross. Degrees of freedom of Satterthwaite (1946). Trainings of different arms are independent, so no arm's training is
 * paired with one of another arm. Null without a standard error over strings.
 */
export function overTrainings(strings: Jackknifed | null, arms: readonly (readonly number[])[]): PairEstimate | null {
  if (strings === null || strings.se === null) return null;
  const within = { variance: strings.se ** 2, df: strings.df };
  const between = arms.flatMap((values): readonly VariancePart[] => {
    const variance = varianceOf(values) / values.length;
    return variance > 0 ? [{ variance, df: values.length - 1 }] : [];
  });
  const parts = { strings: within, trainings: between };
  return { ...strings, ...(between.length === 0 ? { se: strings.se } : errorOfParts(parts)), parts };
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
export function intervalOverTrainings(
  quantity: Quantity,
  estimate: Pick<PairEstimate, 'se' | 'df'> | null,
  trainings: number,
): Quantity {
  const { value } = quantity;
  if (trainings < 2 || value === null || quantity.interval === null) return quantity;
  if (trainings < fewestTrainings || estimate === null) {
    const { missing } = missingEstimate('an arm was trained twice, which gives no interval; three times would');
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
  const { clusters } = table;
  const exact = (sums: ArrayLike<number>) =>
    statistics.map((statistic) => {
      const value = statistic(sums);
      return value === null ? null : withoutRoundOff(value);
    });
  const rowsIn = (sums: Sums, { rows }: PairStatistic) => sum(rows.map((column) => sums[column] as number));
  const hasUnits = (k: number, cluster: Sums) => rowsIn(cluster, statistics[k] as PairStatistic) > 0;
  const jackknifed = jackknifeAll(clusters, exact, { hasUnits });
  const totals = totalsOf(clusters);
  const varied = trainings < fewestTrainings ? [] : arms.map((arm) => arm.trainings.map(exact));
  const found = new Map(
    statistics.map((statistic, index) => {
      const strings = jackknifed[index] ?? null;
      const values = varied.map((arm) => arm.map((training) => training[index] ?? Number.NaN));
      const estimate = overTrainings(strings, values);
      const counts = {
        clusters: clusters.filter((each) => hasUnits(index, each)).length,
        n: rowsIn(totals, statistic),
      };
      const overStrings = jackknifedQuantity(strings, counts);
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
    /** What the variance consists of; null where it is undefined. */
    partsOf: (statistic: PairStatistic): VarianceParts | null => of(statistic).estimate?.parts ?? null,
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
