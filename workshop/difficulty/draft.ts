import { type Random, randomInteger, shuffled } from '../../src/util/random.ts';

/** A question before its options are ordered: the right text and three wrong ones, all distinct. */
export interface Draft {
  readonly question: string;
  readonly right: string;
  readonly wrong: readonly string[];
}

export type Maker = (random: Random) => Draft;

/** Templates of a subject by the number of steps that a question takes: 1 recall or one step, 2 two steps, 3 several. */
export interface Subject {
  readonly name: string;
  readonly makers: Readonly<Record<1 | 2 | 3, readonly Maker[]>>;
}

/** Returns a uniform integer from `low` to `high`, both included. */
export function between(random: Random, low: number, high: number): number {
  return low + randomInteger(random, high - low + 1);
}

export function pick<T>(values: readonly T[], random: Random): T {
  const value = values[randomInteger(random, values.length)];
  if (value === undefined) throw new RangeError('pick needs at least one value');
  return value;
}

/** Returns the first `count` distinct values of a shuffle that differ from `right`; throws when there are too few. */
export function others(values: readonly string[], right: string, random: Random, count = 3): string[] {
  const chosen = [...new Set(shuffled(values, random))].filter((value) => value !== right).slice(0, count);
  if (chosen.length < count) throw new RangeError(`only ${chosen.length} wrong options for ${right}`);
  return chosen;
}

/**
 * Returns wrong numbers for a right one: the given typical mistakes first, then near misses. Never negative, so that
 * the sign does not give an option away.
 */
function wrongNumbers(right: number, slips: readonly number[], random: Random): number[] {
  const usable = (value: number) => Number.isInteger(value) && value >= 0 && value !== right;
  const chosen = new Set(shuffled([...new Set(slips.filter(usable))], random).slice(0, 3));
  for (const step of shuffled([1, 2, 3, 4, 5, 6, 10], random)) {
    for (const value of shuffled([right + step, right - step], random)) {
      if (chosen.size < 3 && usable(value)) chosen.add(value);
    }
  }
  if (chosen.size < 3) throw new RangeError(`too few wrong numbers for ${right}`);
  return [...chosen];
}

interface NumberDraft {
  readonly question: string;
  readonly right: number;
  /** Results of typical mistakes; unusable ones (negative, fractional, equal to the right one) are skipped. */
  readonly slips: readonly number[];
  /** Unit after every number, separated by a blank; absent: none. */
  readonly unit?: string;
}

export function numberDraft({ question, right, slips, unit }: NumberDraft, random: Random): Draft {
  const text = (value: number) => (unit === undefined ? `${value}` : `${value} ${unit}`);
  return { question, right: text(right), wrong: wrongNumbers(right, slips, random).map(text) };
}
