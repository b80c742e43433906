import { logChoose } from './distributions.ts';

/** Right answers among a number of answers. */
export interface RightOf {
  readonly right: number;
  readonly of: number;
}

/** Returns the exact one-sided p of "one is not right more often than other" (Fisher 1935; 1 where either has no answers). */
export function fisherP(one: RightOf, other: RightOf): number {
  const right = one.right + other.right;
  const all = logChoose(one.of + other.of, right);
  let p = 0;
  for (let k = one.right; k <= Math.min(one.of, right); k += 1)
    if (right - k <= other.of) p += Math.exp(logChoose(one.of, k) + logChoose(other.of, right - k) - all);
  return Math.min(1, p);
}
