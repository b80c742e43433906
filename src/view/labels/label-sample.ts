import { type Random, seededRandom, shuffled } from '../../util/random.ts';
import type { JudgedResponse } from './judged-responses.ts';

export interface SampleOptions {
  readonly count: number;
  readonly seed: number;
  /** `judge`: as far as possible equal numbers of each verdict of the judge; `none`: a simple random sample. */
  readonly stratify: 'judge' | 'none';
}

/** Draws responses in an order that reveals neither judge nor model; deterministic for a seed. */
export async function sampleResponses(
  responses: AsyncIterable<JudgedResponse>,
  { count, seed, stratify }: SampleOptions,
): Promise<readonly JudgedResponse[]> {
  const random = seededRandom(seed);
  const strata = new Map<string, Reservoir>();
  for await (const response of responses) {
    const name = stratify === 'judge' ? (response.verdict ?? 'none') : 'all';
    const stratum = strata.get(name) ?? new Reservoir(count, random);
    strata.set(name, stratum);
    stratum.add(response);
  }
  const drawn = shared(
    [...strata.values()].map(({ kept }) => shuffled(kept, random)),
    count,
  );
  return shuffled(drawn, random);
}

/** Draws a simple random sample of a stream (Vitter 1985, algorithm R). */
class Reservoir {
  readonly kept: JudgedResponse[] = [];
  readonly #size: number;
  readonly #random: Random;
  #seen = 0;

  constructor(size: number, random: Random) {
    this.#size = size;
    this.#random = random;
  }

  add(response: JudgedResponse): void {
    this.#seen += 1;
    if (this.kept.length < this.#size) this.kept.push(response);
    else {
      const index = Math.floor(this.#random() * this.#seen);
      if (index < this.#size) this.kept[index] = response;
    }
  }
}

/** Takes a number of values from all lists in turn; an exhausted list passes its turns to the others. */
function shared<T>(lists: readonly (readonly T[])[], count: number): readonly T[] {
  const taken: T[] = [];
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  for (let index = 0; index < longest; index += 1) {
    for (const list of lists) {
      const value = list[index];
      if (value !== undefined && taken.length < count) taken.push(value);
    }
  }
  return taken;
}
