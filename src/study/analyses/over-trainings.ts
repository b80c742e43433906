import type { Sums } from '../../domain/measure.ts';
import type { Quantity } from '../../results/quantity.ts';
import { jackknifeAll, jackknifedQuantity, withoutRoundOff } from '../../stats/jackknife.ts';
import { fewestTrainings, intervalOverTrainings, overTrainings, type PairEstimate } from './pair-estimates.ts';

/** Sums by cluster of means over trainings, and the same sums with one training in place of the mean. */
interface TrainedSums {
  readonly clusters: readonly Sums[];
  /** Number of rows. */
  readonly n: number;
  /** For each arm that was trained, the totals of all clusters with each of its trainings in place of their mean. */
  readonly arms: readonly (readonly Float64Array[])[];
  /** Trainings of the arm that was trained least often; null where no arm was trained. */
  readonly trainings: number | null;
}

/** A value with its interval, and its standard error; null where that is undefined. */
export interface OverTrainings {
  readonly quantity: Quantity;
  readonly estimate: PairEstimate | null;
}

/**
 * Estimates several functions of the same sums: over clusters by the jackknife, from three trainings of each arm on also over
 * trainings. One training keeps the interval over clusters, which is about these copies; two have none.
 */
export function estimateOverTrainings(
  { clusters, n, arms, trainings }: TrainedSums,
  values: (totals: Float64Array) => readonly (number | null)[],
): readonly OverTrainings[] {
  const exact = (totals: Float64Array) =>
    values(totals).map((value) => (value === null ? null : withoutRoundOff(value)));
  const width = clusters[0]?.length ?? 0;
  const found = clusters.length === 0 ? exact(new Float64Array(width)).map(() => null) : jackknifeAll(clusters, exact);
  const varied = trainings === null || trainings < fewestTrainings ? [] : arms.map((arm) => arm.map(exact));
  return found.map((strings, index) => {
    const between = varied.map((arm) => arm.map((training) => training[index] ?? Number.NaN));
    const estimate = overTrainings(strings, between);
    const quantity = jackknifedQuantity(strings, { clusters: clusters.length, n });
    return {
      estimate,
      quantity: trainings === null ? quantity : intervalOverTrainings(quantity, estimate, trainings),
    };
  });
}
