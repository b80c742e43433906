import { ratio } from '../basic/moments.ts';

/**
 * Returns Kendall's tau-b, in [-1, 1]: (concordant - discordant) / sqrt((pairs - ties in x) (pairs - ties in y))
 * (Kendall 1945). Null where all of x or all of y are equal. Takes quadratic time: for hundreds of values, not for
 * millions.
 */
export function kendallTauB(x: readonly number[], y: readonly number[]): number | null {
  if (x.length !== y.length) throw new RangeError(`${x.length} values against ${y.length}`);
  let balance = 0;
  let untiedX = 0;
  let untiedY = 0;
  for (let i = 1; i < x.length; i += 1) {
    for (let j = 0; j < i; j += 1) {
      const signX = Math.sign((x[i] as number) - (x[j] as number));
      const signY = Math.sign((y[i] as number) - (y[j] as number));
      balance += signX * signY;
      untiedX += Math.abs(signX);
      untiedY += Math.abs(signY);
    }
  }
  return ratio(balance, Math.sqrt(untiedX) * Math.sqrt(untiedY));
}
