import { mean } from '../../stats/moments.ts';

/** Two scores of one unit; null where the unit has no score. */
interface ScoredPair {
  readonly a: { readonly item: string; readonly score: number | null };
  readonly b: { readonly score: number | null };
}

/** Mean scores of two sides over the units that both have a score for, and their difference b - a, without intervals. */
interface PlainDifference {
  readonly units: number;
  /** Number of items. */
  readonly clusters: number;
  readonly a: number | null;
  readonly b: number | null;
  readonly difference: number | null;
}

/** Returns the paired difference of two sides; its values are null where no unit has two scores. */
export function plainDifference(pairs: readonly ScoredPair[]): PlainDifference {
  const scored = pairs.flatMap(({ a, b }) =>
    a.score === null || b.score === null ? [] : [{ a: a.score, b: b.score }],
  );
  return {
    units: scored.length,
    clusters: new Set(pairs.map(({ a }) => a.item)).size,
    a: mean(scored.map(({ a }) => a)),
    b: mean(scored.map(({ b }) => b)),
    difference: mean(scored.map(({ a, b }) => b - a)),
  };
}
