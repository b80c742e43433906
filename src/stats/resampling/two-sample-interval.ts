import { twoSampleTest } from './permutation.ts';

interface Options {
  readonly seed: number;
  readonly level?: number;
}

const halvings = 40;

/**
 * Returns the interval of a shift between two groups that inverts `twoSampleTest`: the shifts d for which p of first - d
 * against second is above 1 - level (Ernst 2004, Statistical Science 19). Exact where the test is. Null where even the
 * most extreme split has a p above 1 - level, so that no shift can be excluded, as for groups of 3 and 3 at 95 %.
 */
export function twoSampleInterval(
  first: readonly number[],
  second: readonly number[],
  { seed, level = 0.95 }: Options,
): readonly [number, number] | null {
  const center = twoSampleTest(first, second, { seed })?.difference ?? null;
  if (center === null) return null;
  const spread = Math.max(...first) - Math.min(...first) + Math.max(...second) - Math.min(...second);
  if (spread === 0) return null;
  const isKept = (shift: number) =>
    (twoSampleTest(
      first.map((value) => value - shift),
      second,
      { seed },
    )?.p ?? 1) >
    1 - level;
  const end = (direction: number): number | null => {
    let [inside, outside] = [center, center + direction * 4 * spread];
    if (isKept(outside)) return null;
    for (let step = 0; step < halvings && Math.abs(outside - inside) > 1e-7 * spread; step += 1) {
      const middle = (inside + outside) / 2;
      if (isKept(middle)) inside = middle;
      else outside = middle;
    }
    return inside;
  };
  const [low, high] = [end(-1), end(1)];
  return low === null || high === null ? null : [low, high];
}
