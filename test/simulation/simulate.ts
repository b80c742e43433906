import { expect } from 'vitest';
import { normalQuantile } from '../../src/stats/distributions.ts';
import type { Random } from '../../src/util/random.ts';

/** `SEB_SIMULATION=long npx vitest run test/simulation` draws thousands of data sets for each claim (hours of CPU). */
export const long = process.env.SEB_SIMULATION === 'long';

/**
 * Returns the number of simulated data sets: `short`, or, in the long form, `most` (default: 4,000 or twenty times the
 * short form, whichever is larger).
 */
export function repeats(short: number, most: number = Math.max(4_000, 20 * short)): number {
  return long ? most : short;
}

/**
 * Returns the seeds of the simulated data sets: `most` from `first` on in the long form, and chosen ones in the short form.
 * Chosen are data sets on which a right test is not significant, but nearly so: a test that is less strict finds something.
 */
export function seedsOf(chosen: readonly number[], most: number, first = 0): readonly number[] {
  return long ? Array.from({ length: most }, (_, seed) => first + seed) : chosen;
}

/** Few bootstrap draws, for analyses of which a test reads verdicts and p values alone: no interval decides these. */
export const unreadIntervals = { resamples: 100 } as const;

/** Returns a standard normal number. */
export function normal(random: Random): number {
  return normalQuantile(Math.max(random(), Number.MIN_VALUE));
}

/** Counts whether an event happened, among the cases where it could be computed. */
export class Tally {
  #hits = 0;
  #n = 0;

  add(hit: boolean): void {
    this.#hits += Number(hit);
    this.#n += 1;
  }

  /**
   * Asserts that the rate lies in [low, high]; the long form prints it, for docs/statistics.md. The short form, whose
   * seeds are fixed, allows two more Monte Carlo standard errors; the long form allows none: at 4,000 data sets the
   * nominal rate lies nearly six of them inside.
   */
  expectRate(low: number, high: number): void {
    const rate = this.#hits / this.#n;
    if (long) console.log(`${expect.getState().currentTestName}: ${this.#hits} of ${this.#n} = ${rate.toFixed(3)}`);
    const slack = long ? 0 : 2 * Math.sqrt((0.05 * 0.95) / this.#n);
    expect(rate, `${this.#hits} of ${this.#n}`).toBeGreaterThanOrEqual(low - slack);
    expect(rate, `${this.#hits} of ${this.#n}`).toBeLessThanOrEqual(high + slack);
  }

  expectNominalCoverage(): void {
    this.expectRate(0.93, 0.97);
  }

  expectNominalRejection(): void {
    this.expectRate(0.03, 0.07);
  }
}

/** Asserts that the mean of estimates is within four of its Monte Carlo standard errors of the truth. */
export function expectUnbiased(estimates: readonly number[], truth: number): void {
  const n = estimates.length;
  const mean = estimates.reduce((sum, value) => sum + value, 0) / n;
  const variance = estimates.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (n - 1);
  const error = Math.sqrt(variance / n);
  expect(Math.abs(mean - truth), `mean ${mean} ± ${error}, truth ${truth}`).toBeLessThan(4 * error);
}
