import { gain, type Measure } from '../../domain/measure.ts';
import { bestOthers } from '../../stats/advantage/best-other.ts';
import { level } from '../../stats/basic/intervals.ts';
import type { BestOtherEntry } from './comparison-types.ts';
import { type CrossPrediction, cellColumns, cellMeasure, itemCount } from './cross-prediction.ts';
import { ends } from './paired-differences.ts';

interface Tallied {
  /** Tallies from `crossTallies`. */
  readonly clusters: readonly Float64Array[];
  readonly seed: number;
}

/** Returns each model next to the best other predictor of it; a difference above 0 is better, as in `gain`. */
export function bestOtherEntries(
  crossing: CrossPrediction,
  measure: Measure,
  { clusters, seed }: Tallied,
): readonly BestOtherEntry[] {
  const models = crossing.models.length;
  const sign = gain(measure, 1, 0); // the best predictor has the lowest value where lower is better
  const scored = cellMeasure(crossing.field.kind, measure);
  const tallies = {
    clusters: clusters.map((tally) => wideTally(tally, models)),
    models,
    columns: cellColumns,
    measure: (totals: Float64Array, offset: number) => {
      const value = scored(totals, offset);
      return value === null ? null : sign * value;
    },
    seed,
    level,
  };
  const best = tallies.clusters.length === 0 ? [] : bestOthers(tallies);
  return crossing.models.map((model, target): BestOtherEntry => {
    const found = best[target] ?? null;
    return {
      experiment: crossing.field.experiment.name,
      condition: crossing.condition,
      measure: measure.name,
      model,
      best: (found?.chosen ?? []).map((chosen) => crossing.models[chosen] ?? ''),
      own: found === null ? null : sign * found.own,
      other: found === null ? null : sign * found.other,
      value: found?.difference ?? null,
      interval: ends(found?.interval ?? null),
      n: itemCount(crossing, crossing.shared),
      ...(found === null ? { reason: 'no other predictor can be chosen and scored' } : {}),
    };
  });
}

function wideTally(tally: Float64Array, models: number): Float64Array {
  const wide = new Float64Array(models * models * cellColumns);
  const margins = models * models;
  for (let cell = 0; cell < margins; cell += 1) {
    wide[cell * cellColumns] = tally[cell] as number;
    wide[cell * cellColumns + 1] = tally[margins + Math.floor(cell / models)] as number;
    wide[cell * cellColumns + 2] = tally[margins + models + (cell % models)] as number;
    wide[cell * cellColumns + 3] = tally[margins + 2 * models] as number;
  }
  return wide;
}
