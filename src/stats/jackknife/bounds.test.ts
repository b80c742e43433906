import { describe, expect, it } from 'vitest';
import { correlationBounds, shareBounds, tBounds } from './bounds.ts';
import { reasons } from './known.ts';

describe('shareBounds', () => {
  it('is the Wilson interval of Newcombe (1998, table I: 81 of 263) for many clusters', () => {
    const value = 81 / 263;
    const se = Math.sqrt((value * (1 - value)) / 263);
    const bounds = shareBounds({ value, se, df: 1_000_000 }, 263);
    expect(bounds.kind === 'known' && bounds.value.map((end) => end.toFixed(4))).toEqual(['0.2553', '0.3662']);
  });

  it('counts clusters, not units, where nothing varies', () => {
    const all = shareBounds({ value: 1, se: 0, df: 19 }, 400);
    const t2 = 2.0930240544083087 ** 2;
    expect(all.kind === 'known' && all.value[0]).toBeCloseTo(20 / (20 + t2), 10);
    expect(all.kind === 'known' && all.value[1]).toBe(1);
  });

  it('is never narrower than with as many trials as units', () => {
    const bounds = shareBounds({ value: 0.5, se: 1e-4, df: 99 }, 100);
    expect(bounds.kind === 'known' && bounds.value[1] - bounds.value[0]).toBeGreaterThan(0.18);
  });
});

describe('correlationBounds', () => {
  const estimate = { value: 0.4, se: 0.1, df: 49 };

  it('is Fisher z with the t quantile', () => {
    const bounds = correlationBounds(estimate, { rarerOutcome: 20, withError: 15 });
    const half = (2.0095752371292392 * 0.1) / 0.84;
    expect(bounds.kind === 'known' && bounds.value[0]).toBeCloseTo(Math.tanh(Math.atanh(0.4) - half), 10);
  });

  it('is withheld where few clusters vary', () => {
    expect(correlationBounds(estimate, { rarerOutcome: 9, withError: 15 })).toMatchObject({
      reason: reasons.rareOutcome,
    });
    expect(correlationBounds(estimate, { rarerOutcome: 10, withError: 4 })).toMatchObject({
      reason: reasons.fewErrors,
    });
  });
});

describe('tBounds', () => {
  it('is withheld with its reason, never NaN', () => {
    expect(tBounds({ value: 1, se: 0, df: 9 })).toEqual({ kind: 'withheld', reason: reasons.variation });
    expect(tBounds({ value: 1, se: null, df: 0 })).toEqual({ kind: 'withheld', reason: reasons.clusters });
    expect(tBounds({ value: 0.9, se: 0.2, df: 9 }, { lowest: 0, highest: 1 })).toMatchObject({
      value: [expect.any(Number), 1],
    });
  });
});
