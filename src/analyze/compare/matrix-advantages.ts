import type { Measure } from '../../domain/measure.ts';
import { plainSelfAdvantage, type SelfAdvantage, selfAdvantages } from '../../stats/advantage/self-advantage.ts';
import { level } from '../../stats/basic/intervals.ts';
import { totalsOf } from '../../stats/resampling/resample.ts';
import { type CrossPrediction, measuredCells } from './cross-prediction.ts';

interface Tallied {
  /** Tallies from `crossTallies`. */
  readonly clusters: readonly Float64Array[];
  readonly seed: number;
}

interface Measuring {
  readonly measures: readonly Measure[];
  /** The measure that is estimated with intervals. */
  readonly tested: Measure | undefined;
}

/** Returns the self-advantage of each model by each measure. */
export function advantagesOf(
  crossing: CrossPrediction,
  { clusters, measures, seed, tested }: Tallied & Measuring,
): readonly SelfAdvantage[] {
  const models = crossing.models.length;
  if (clusters.length === 0) return [];
  const totals = totalsOf(clusters);
  return measures.flatMap((measure) => {
    const cells = measuredCells(crossing.field.kind, models, measure);
    return measure === tested
      ? selfAdvantages({ clusters, models, seed, level, matrices: (sums) => [cells(sums)] })
      : plainSelfAdvantage(cells(totals), models);
  });
}
