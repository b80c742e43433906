import { describe, expect, it } from 'vitest';
import { readableAccuracy } from './readable-accuracy.ts';

describe('readableAccuracy', () => {
  it('withholds an accuracy of predictions of which fewer than half could be read', () => {
    expect(readableAccuracy([{ value: 0, coverage: 0 }])).toEqual({
      value: null,
      reason: 'withheld: 0 % of predictions could be read',
    });
    expect(
      readableAccuracy([
        { value: 0.4, coverage: 0.4 },
        { value: 0.6, coverage: 0.6 },
      ]).value,
    ).toBe(0.5);
    expect(readableAccuracy([])).toEqual({ value: null, reason: 'not measured' });
  });
});
