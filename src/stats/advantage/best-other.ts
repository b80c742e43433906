import { seededRandom, shuffled } from '../../util/random.ts';
import type { Interval } from '../basic/intervals.ts';
import { clusterBootstrapAll } from '../resampling/bootstrap.ts';
import { totalsOf } from '../resampling/resample.ts';
import type { CrossTallies } from './self-advantage.ts';

export interface BestOther {
  /** The best predictor on the first and on the second half. */
  readonly chosen: readonly [number, number];
  /** The chosen predictors' measure, each on the half that did not choose it. */
  readonly other: number;
  /** The target's own measure on all clusters. */
  readonly own: number;
  /** own - other; its interval is conditional on the choice. */
  readonly difference: number;
  readonly interval: Interval | null;
}

/**
 * Returns the best other predictor of each target, chosen on one random half of the clusters and scored on the other,
 * in both directions (cross-fitting: no predictor is scored where it was chosen). Null where nothing can be chosen or
 * scored.
 */
export function bestOthers(tallies: CrossTallies): readonly (BestOther | null)[] {
  const { clusters, models, seed } = tallies;
  const inFirst = new Uint8Array(clusters.length);
  const order = shuffled([...clusters.keys()], seededRandom('best-other', seed));
  for (const cluster of order.slice(clusters.length / 2)) inFirst[cluster] = 1;
  const halves = [1, 0].map((half) => totalsOf(clusters.filter((_, index) => inFirst[index] === half)));
  const choices = Array.from({ length: models }, (_, target): Choice | null => {
    const [byFirst, bySecond] = halves.map((totals) => bestOf(tallies, target, totals));
    return byFirst == null || bySecond == null ? null : { target, byFirst, bySecond };
  });
  const made = choices.filter((choice) => choice !== null);
  const pairs = clusters.map((cluster, index) => pairedCells(tallies, { cluster, made, first: inFirst[index] === 1 }));
  const found = scored(tallies, pairs, made.length);
  return choices.map((choice) => {
    const score = choice === null ? undefined : found[made.indexOf(choice)];
    return choice === null || score == null ? null : { chosen: [choice.byFirst, choice.bySecond], ...score };
  });
}

/** Returns the best other predictor of one target, chosen and scored on different halves of the clusters. */
export function bestOther(tallies: CrossTallies, target: number): BestOther | null {
  return bestOthers(tallies)[target] ?? null;
}

interface Choice {
  readonly target: number;
  /** Predictors chosen on the first and on the second half. */
  readonly byFirst: number;
  readonly bySecond: number;
}

/** Returns the predictor, other than the target, with the highest score on these totals. */
function bestOf({ models, columns, measure }: CrossTallies, target: number, totals: Float64Array): number | null {
  if (totals.length === 0) return null;
  let best: { readonly predictor: number; readonly value: number } | null = null;
  for (let predictor = 0; predictor < models; predictor += 1) {
    if (predictor === target) continue;
    const value = measure(totals, (predictor * models + target) * columns);
    if (value !== null && (best === null || value > best.value)) best = { predictor, value };
  }
  return best?.predictor ?? null;
}

interface Paired {
  readonly cluster: ArrayLike<number>;
  readonly made: readonly Choice[];
  readonly first: boolean;
}

/** Returns, for each choice, the target's own cell, then that of the predictor that the other half chose. */
function pairedCells({ models, columns }: CrossTallies, { cluster, made, first }: Paired): Float64Array {
  const pairs = new Float64Array(2 * columns * made.length);
  for (const [index, { target, byFirst, bySecond }] of made.entries()) {
    for (const [position, predictor] of [target, first ? bySecond : byFirst].entries()) {
      const from = (predictor * models + target) * columns;
      for (let column = 0; column < columns; column += 1) {
        pairs[(2 * index + position) * columns + column] = cluster[from + column] as number;
      }
    }
  }
  return pairs;
}

type Score = Pick<BestOther, 'own' | 'other' | 'difference' | 'interval'>;

function scored(tallies: CrossTallies, pairs: readonly Float64Array[], choices: number): readonly (Score | null)[] {
  const { columns, measure } = tallies;
  const both = (totals: Float64Array, choice: number) =>
    [measure(totals, 2 * choice * columns), measure(totals, (2 * choice + 1) * columns)] as const;
  const indices = Array.from({ length: choices }, (_, choice) => choice);
  const values = (totals: Float64Array) =>
    indices.map((choice) => {
      const [own, other] = both(totals, choice);
      return own === null || other === null ? null : own - other;
    });
  if (choices === 0) return [];
  const intervals = clusterBootstrapAll({ ...tallies, clusters: pairs, values });
  const totals = totalsOf(pairs);
  return indices.map((choice) => {
    const [own, other] = both(totals, choice);
    if (own === null || other === null) return null;
    return { own, other, difference: own - other, interval: intervals[choice] ?? null };
  });
}
