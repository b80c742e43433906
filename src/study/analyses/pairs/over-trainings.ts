import type { Quantity } from '../../../results/quantity.ts';
import { tQuantile } from '../../../stats/distributions.ts';
import { missingEstimate, type Tally, totalsOf } from '../../../stats/jackknife.ts';
import { type Jackknife, jackknife } from './jackknife.ts';

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
