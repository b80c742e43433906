import { gain, type Measure } from '../../domain/measure.ts';
import { level } from '../../stats/basic/intervals.ts';
import { clusterBootstrapAll, fewestClusters } from '../../stats/resampling/bootstrap.ts';
import { totalsOf } from '../../stats/resampling/resample.ts';
import { minComparedModels } from '../self-knowledge/advantage-verdict.ts';
import type { DirectionEntry } from './comparison-types.ts';
import { type CrossPrediction, itemCount, measuredCells } from './cross-prediction.ts';
import { ends } from './paired-differences.ts';

interface Tallied {
  readonly measure: Measure;
  /** Tallies from `crossTallies`. */
  readonly clusters: readonly Float64Array[];
  readonly seed: number;
}

/**
 * Returns, for each model and each other one, the score of its prediction of itself minus that of the other's prediction
 * of the same outcomes (reversed where lower is better). This is what two or three models decide: a model that is merely the stronger predictor is above
 * the other in one direction and below it in the other. Empty from four models on, where verdicts decide more.
 */
export function predictionDirections(
  crossing: CrossPrediction,
  { measure, clusters, seed }: Tallied,
): readonly DirectionEntry[] {
  const { models, field, condition } = crossing;
  if (models.length < 2 || models.length >= minComparedModels || clusters.length === 0) return [];
  const cells = measuredCells(field.kind, models.length, measure);
  const pairs = models.flatMap((_, target) =>
    [...models.keys()].filter((other) => other !== target).map((other) => ({ target, other })),
  );
  const values = (totals: Float64Array) => {
    const found = cells(totals);
    return pairs.map(({ target, other }) => {
      const [own, others] = [found[target * models.length + target], found[other * models.length + target]];
      const value = gain(measure, own as number, others as number);
      return Number.isNaN(value) ? null : value;
    });
  };
  const intervals = clusterBootstrapAll({ clusters, values, seed, level });
  const found = values(totalsOf(clusters));
  return pairs.map(({ target, other }, index): DirectionEntry => {
    const value = found[index] ?? null;
    const interval = clusters.length < fewestClusters(level) ? null : ends(intervals[index] ?? null);
    return {
      ...{ experiment: field.experiment.name, condition, measure: measure.name },
      ...{ model: models[target] as string, other: models[other] as string },
      ...{ value, interval, n: itemCount(crossing, crossing.shared) },
      ...(value === null ? { reason: 'the measure is undefined for one of the predictions' } : {}),
    };
  });
}
