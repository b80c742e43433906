import { describe, expect, it } from 'vitest';
import { DeviationTally } from './mad.ts';

/** The deviation of pairs of executed and predicted shares. */
function deviation(pairs: readonly (readonly [number, number])[]): number | null {
  const tally = new DeviationTally();
  for (const [executed, predicted] of pairs) tally.add(executed, predicted);
  return tally.deviation();
}

describe('DeviationTally', () => {
  it('averages |mean executed - mean predicted| over bins of the executed share', () => {
    // Bins .2, .2 and .8: |.2 - .3| and |.8 - .6|, one bin each; the mean of 10 and 20 points.
    expect(
      deviation([
        [0.2, 0.1],
        [0.2, 0.5],
        [0.8, 0.6],
      ]),
    ).toBeCloseTo(15, 10);
  });

  it('has at most ten bins', () => {
    // Twenty shares in ten bins of two: within each bin the two errors cancel.
    const twenty = Array.from({ length: 20 }, (_, n) => [n / 20, n / 20 + (n % 2 === 0 ? 0.02 : -0.02)] as const);
    expect(deviation(twenty)).toBeCloseTo(0, 10);
  });

  it('is null where all executed shares are equal, or there is none', () => {
    expect(
      deviation([
        [0.5, 0.1],
        [0.5, 0.9],
      ]),
    ).toBeNull();
    expect(deviation([])).toBeNull();
  });
});
