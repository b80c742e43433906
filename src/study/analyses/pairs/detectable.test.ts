import { describe, expect, it } from 'vitest';
import { detectableEffect } from './detectable.ts';

describe('detectableEffect', () => {
  it('is (z of the level + z of the power) standard errors for one test', () => {
    expect(detectableEffect([{ error: 0.01, level: 0.025 }])).toBeCloseTo(0.01 * (1.95996 + 0.84162), 6);
    expect(detectableEffect([{ error: 0.02, level: 0.05 }])).toBeCloseTo(0.02 * (1.64485 + 0.84162), 6);
  });

  it('is the effect at which the powers of two tests multiply to 0.8', () => {
    const test = { error: 0.01, level: 0.05 };
    // Each test needs a power of sqrt(0.8) = 0.89443, which is z = 1.25027.
    expect(detectableEffect([test, test])).toBeCloseTo(0.01 * (1.64485 + 1.25027), 5);
  });

  it('is null without tests, or without a standard error', () => {
    expect(detectableEffect([])).toBeNull();
    expect(detectableEffect([{ error: 0, level: 0.05 }])).toBeNull();
  });
});
