import { describe, expect, it } from 'vitest';
import { bothBelow, tetrachoric, thresholdOf } from './tetrachoric.ts';

describe('bothBelow', () => {
  // Sheppard (1899): at the medians, 1/4 + asin(rho) / 2 pi.
  it.each([-0.9, -0.3, 0, 0.5, 0.95])('is 1/4 + asin(rho) / 2 pi at the medians, rho = %f', (rho) => {
    const median = thresholdOf(0.5);
    expect(bothBelow(median, median, rho)).toBeCloseTo(0.25 + Math.asin(rho) / (2 * Math.PI), 10);
  });

  it('is the product of the rates without correlation, and adds up with its complement', () => {
    const [one, other] = [thresholdOf(0.2), thresholdOf(0.7)];
    expect(bothBelow(one, other, 0)).toBeCloseTo(0.14, 12);
    // P(X < a, Y < b) + P(X < a, Y > b) = P(X < a); the second term is P(X < a, -Y < -b), with the opposite correlation.
    expect(bothBelow(one, other, 0.6) + bothBelow(one, thresholdOf(0.3), -0.6)).toBeCloseTo(0.2, 10);
  });

  it('is what the density integrates to, rho = .4, thresholds -.5 and 1', () => {
    const [rho, a, b] = [0.4, -0.5, 1];
    let sum = 0;
    const step = 0.01;
    for (let x = -8 + step / 2; x < a; x += step) {
      for (let y = -8 + step / 2; y < b; y += step) {
        sum += Math.exp(-(x * x - 2 * rho * x * y + y * y) / (2 * (1 - rho * rho)));
      }
    }
    const expected = (sum * step * step) / (2 * Math.PI * Math.sqrt(1 - rho * rho));
    const rates = [0.308_537_538_725_986_9, 0.841_344_746_068_543]; // R: pnorm(c(-.5, 1))
    expect(bothBelow(thresholdOf(rates[0]!), thresholdOf(rates[1]!), rho)).toBeCloseTo(expected, 4);
  });
});

describe('tetrachoric', () => {
  it.each([-0.8, -0.2, 0, 0.35, 0.9])('finds the correlation again, rho = %f', (rho) => {
    const [one, other] = [thresholdOf(0.3), thresholdOf(0.65)];
    expect(tetrachoric(one, other, { both: bothBelow(one, other, rho), least: 0 })).toBeCloseTo(rho, 6);
  });

  it('is sin(2 pi (both - 1/4)) at the medians', () => {
    const median = thresholdOf(0.5);
    expect(tetrachoric(median, median, { both: 0.32, least: 0 })).toBeCloseTo(Math.sin(2 * Math.PI * 0.07), 6);
  });

  it('stays below 1 for a table with an empty cell', () => {
    const median = thresholdOf(0.5);
    const found = tetrachoric(median, median, { both: 0.5, least: 0.01 });
    expect(found).toBeGreaterThan(0.9);
    expect(found).toBeLessThan(1);
  });
});
