import { expect } from 'vitest';
import { long, Tally } from './simulate.ts';

/** A tally that prints its rate under its own name in the long form, for docs/introspection.md and docs/statistics.md. */
export class PrintedTally extends Tally {
  readonly #name: string;
  #hits = 0;
  #n = 0;

  constructor(name: string) {
    super();
    this.#name = name;
  }

  override add(hit: boolean): void {
    super.add(hit);
    this.#hits += Number(hit);
    this.#n += 1;
  }

  override expectRate(low: number, high: number): void {
    this.#print();
    super.expectRate(low, high);
  }

  /**
   * Asserts that the rate minus two of its Monte Carlo standard errors is not above a stated error rate. The short form, whose
   * seeds are fixed, allows none: of a few data sets, a procedure that is wrong in half of them would pass otherwise.
   */
  expectAtMost(stated: number): void {
    this.#print();
    const rate = this.#hits / this.#n;
    const error = long ? Math.sqrt((rate * (1 - rate)) / this.#n) : 0;
    expect(rate - 2 * error, `${this.#name}: ${this.#hits} of ${this.#n}`).toBeLessThanOrEqual(stated);
  }

  #print(): void {
    if (long) console.log(`${this.#name}: ${this.#hits} of ${this.#n} = ${(this.#hits / this.#n).toFixed(3)}`);
  }
}
