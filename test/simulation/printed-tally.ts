import { Tally } from './simulate.ts';

const long = process.env.SEB_SIMULATION === 'long';

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
    if (long) console.log(`${this.#name}: ${this.#hits} of ${this.#n} = ${(this.#hits / this.#n).toFixed(3)}`);
    super.expectRate(low, high);
  }
}
