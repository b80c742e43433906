import { wrapText } from '../../util/text.ts';
import { letterOf } from './look-parts.ts';

const numerals = /\d+(?:\.\d+)?/g;

/** Texts that differ only in their numbers, as one text. */
export interface MergedReason {
  /** The text, with the lowest and the highest of each number. */
  readonly text: string;
  /** How often the texts occur. */
  readonly count: number;
}

/** Returns what texts that are merged share. */
export function reasonKey(reason: string): string {
  return reason.replaceAll(numerals, '#');
}

/** Returns reasons by `reasonKey`, in the order of their first occurrence: `9 to 12 groups of items; ...`. */
export function mergedReasons(reasons: readonly string[]): ReadonlyMap<string, MergedReason> {
  return new Map(
    [...Map.groupBy(reasons, reasonKey)].map(([key, same]) => {
      const all = same.map((text) => text.match(numerals) ?? []);
      let at = 0;
      const text = (same[0] ?? '').replaceAll(numerals, () => {
        const sorted = all.map((each) => each[at] ?? '').toSorted((one, other) => Number(one) - Number(other));
        at += 1;
        const [low = '', high = ''] = [sorted[0], sorted.at(-1)];
        return low === high ? low : `${low} to ${high}`;
      });
      return [key, { text, count: same.length }];
    }),
  );
}

/** Returns reasons with the highest weight first; of equal weight, the frequent first. */
export function byWeight(
  reasons: ReadonlyMap<string, MergedReason>,
  weightOf: (key: string) => number,
): ReadonlyMap<string, MergedReason> {
  return new Map([...reasons].toSorted(([one, a], [other, b]) => weightOf(other) - weightOf(one) || b.count - a.count));
}

interface ReasonOptions {
  readonly all: ReadonlyMap<string, MergedReason>;
  readonly width: number;
}

/** Returns what the letters of reasons mean, in running text; `named`: their keys in the order of the letters. */
export function reasonLines(named: readonly string[], { all, width }: ReasonOptions): readonly string[] {
  const texts = named.flatMap((key, index) => {
    const reason = all.get(key);
    if (reason === undefined) return [];
    const { text, count } = reason;
    return [`${letterOf(index)}${count > 1 ? ` (${count} verdicts)` : ''}: ${text}`];
  });
  return texts.length === 0 ? [] : wrapText(texts.join('; '), width);
}

/** Returns the keys of the reasons that have room: a long one is left out for a shorter one after it. */
export function reasonsThatFit(room: number, options: ReasonOptions): readonly string[] {
  const named: string[] = [];
  for (const key of options.all.keys()) {
    if (reasonLines([...named, key], options).length <= room) named.push(key);
  }
  return named;
}

/** Returns the letters of reasons after a mark, with a star for reasons that have none: ` ab*`. */
export function reasonMarks(reasons: readonly string[], named: readonly string[]): string {
  const letters = reasons.map((reason) => {
    const index = named.indexOf(reasonKey(reason));
    return index === -1 ? '*' : letterOf(index);
  });
  return letters.length === 0 ? '' : ` ${[...new Set(letters)].join('')}`;
}
