import type { CodedRow } from './coded-rows.ts';

/** How often each value of a row occurs in two parts of its executions, and in its predictions. */
export interface ShareHalves {
  readonly first: Uint16Array;
  readonly second: Uint16Array;
  readonly predicted: Uint16Array;
  /** Number of executions in each part. */
  readonly firsts: number;
  readonly seconds: number;
}

/** One way to halve executions: 0 for those of the first part, 1 for those of the second. */
type Halving = Uint8Array;

const halvings = new Map<number, readonly Halving[]>();

/**
 * Returns ways to halve executions: every second one, every second pair, quarters in turn, and first half against second.
 * The last way is the first half against the second.
 */
export function halvingsOf(executions: number): readonly Halving[] {
  const known = halvings.get(executions);
  if (known !== undefined) return known;
  const strides = [1, 2, Math.floor(executions / 4), Math.floor(executions / 2)];
  const made = [...new Set(strides.filter((stride) => stride > 0 && stride < executions))].map((stride) =>
    Uint8Array.from({ length: executions }, (_, index) =>
      stride === Math.floor(executions / 2) ? Number(index >= stride) : Math.floor(index / stride) % 2,
    ),
  );
  halvings.set(executions, made);
  return made;
}

/** Returns the first half against the second. */
export function halfOf(executions: number): Halving {
  return halvingsOf(executions).at(-1) as Halving; // a row has two executions or more
}

/** Counts the values of a row in both parts of its executions and in its predictions. */
export function tallyHalves({ values, executions, predictions }: CodedRow, halving: Halving): ShareHalves {
  const [first, second, predicted] = [new Uint16Array(values), new Uint16Array(values), new Uint16Array(values)];
  let seconds = 0;
  for (let index = 0; index < executions.length; index += 1) {
    const part = (halving[index] as number) === 0 ? first : second;
    const value = executions[index] as number;
    part[value] = (part[value] as number) + 1;
    seconds += halving[index] as number;
  }
  for (const value of predictions) predicted[value] = (predicted[value] as number) + 1;
  return { first, second, predicted, firsts: executions.length - seconds, seconds };
}

/** Returns the most frequent values, at most `ranks`; of equally frequent ones the first in alphabetical order first. */
export function ranking(counts: Uint16Array, ranks: number): readonly number[] {
  const found: number[] = [];
  while (found.length < ranks) {
    let best = -1;
    for (let value = 0; value < counts.length; value += 1) {
      const count = counts[value] as number;
      if (count > 0 && count > (counts[best] ?? 0) && !found.includes(value)) best = value;
    }
    if (best === -1) return found;
    found.push(best);
  }
  return found;
}
