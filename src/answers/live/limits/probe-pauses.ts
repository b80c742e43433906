import { exponentialPause } from '../../../util/retry.ts';

/**
 * Maximum consecutive pauses for a server that refuses every call or cannot be reached, three to four and a half minutes
 * in total. After them, retrying is pointless.
 */
export const maxPauses = 14;

/** Returns the longest pause in milliseconds after a number of pauses: doubles from 0.5 to 30 seconds. */
export function longestPause(pauses: number): number {
  return exponentialPause(pauses, { firstMs: 500, maxMs: 30_000 });
}

/** Returns the next pause in milliseconds: three quarters to all of the longest one. `random` returns 0 to 1. */
export function nextPause(pauses: number, random: () => number): number {
  return longestPause(pauses) * (0.75 + random() / 4);
}
