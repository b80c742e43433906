import type { RecordedLog } from '../../recordings/recording.ts';
import type { RecordedComparison } from '../../results/log-comparison.ts';
import { itemOf, ofSet, type RecordedSide, sameTexts, sharedItems, sidesOf } from './recorded-sides.ts';

/** An item that two models of logs have with different scores. */
export interface DifferingItem {
  readonly set: string | null;
  readonly item: string;
  /** Names of the sides and their mean scores, as the tool of the log counts missing answers. */
  readonly a: { readonly name: string; readonly score: number };
  readonly b: { readonly name: string; readonly score: number };
  /** Beginning of the text of the item; '' where the log has none. */
  readonly text: string;
}

/** Returns the items on which the sides of each compared pair differ, those of the first pair first, in the order of its log. */
export function differingItems(
  { pairs, score }: Extract<RecordedComparison, { kind: 'compared' }>,
  recordings: readonly RecordedLog[],
): readonly DifferingItem[] {
  return pairs.flatMap(({ a, b, set }) => {
    const sides = sidesOf(set === null ? recordings : ofSet(recordings, set), score);
    const [first, second] = [a, b].map((name) => sides.find((side) => side.name === name));
    return first === undefined || second === undefined ? [] : itemsOfPair([first, second], set);
  });
}

function itemsOfPair(sides: readonly [RecordedSide, RecordedSide], set: string | null): readonly DifferingItem[] {
  const [first, second] = sides;
  return sameTexts(sides, sharedItems(first, second)).flatMap((item): readonly DifferingItem[] => {
    const [a, b] = [first, second].map(({ scores }) => scores.get(item)?.score ?? Number.NaN) as [number, number]; // two sides
    if (Number.isNaN(a) || Number.isNaN(b) || a === b) return [];
    const text = itemOf(first, item).text;
    return [{ set, item, a: { name: first.name, score: a }, b: { name: second.name, score: b }, text }];
  });
}
