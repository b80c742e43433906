import { gain, type Measure } from '../../domain/measure.ts';
import { crossFitted } from '../../stats/cross-fitted.ts';
import type { Clusters } from '../accumulate.ts';

/** The best constant answer of a measure, chosen on other clusters than it is scored on. */
export interface CrossFittedBase {
  /** Summed score and weight of each cluster, in the order of the tallies. */
  readonly scores: Float64Array;
  readonly weights: Float64Array;
  readonly value: number | null;
}

/** Returns the cross-fitted base rate; null for a measure without constant answers. */
function crossFittedBase(
  measure: Pick<Measure, 'constants' | 'constantsWeight' | 'better'>,
  tallies: readonly ArrayLike<number>[],
  seed: number,
): CrossFittedBase | null {
  const { constants, constantsWeight } = measure;
  if (constants === undefined || constantsWeight === undefined) return null;
  const gains = crossFitted(
    tallies.map((tally) => constants(tally).map((score) => gain(measure, score, 0))),
    seed,
  );
  const scores = measure.better === 'lower' ? gains.map((sum) => -sum) : gains;
  const weights = Float64Array.from(tallies, (tally) => constantsWeight(tally));
  const weight = weights.reduce((sum, each) => sum + each, 0);
  return { scores, weights, value: weight > 0 ? scores.reduce((sum, score) => sum + score, 0) / weight : null };
}

/** The folds are always the same. */
const foldSeed = 1;

/** Computes the base rate of a measure in a group once: its estimate and its contrasts need the same. */
export class BaseRates {
  readonly #known = new WeakMap<Clusters, Map<Measure, CrossFittedBase | null>>();

  /**
   * Returns the base rate over clusters, which must not change afterwards; null for a measure without constant answers.
   */
  of(measure: Measure, clusters: Clusters): CrossFittedBase | null {
    const ofClusters = this.#known.get(clusters) ?? new Map<Measure, CrossFittedBase | null>();
    this.#known.set(clusters, ofClusters);
    const known = ofClusters.get(measure);
    if (known !== undefined) return known;
    const base = crossFittedBase(measure, [...clusters.values()], foldSeed);
    ofClusters.set(measure, base);
    return base;
  }
}
