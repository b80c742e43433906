import type { RecordedLog } from '../../recordings/recording.ts';
import type { RecordedComparison } from '../../results/log-comparison.ts';
import { isShared, itemOf, type LogSide, logTables, sharedIds } from './log-tables.ts';

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
export async function differingItems(
  { pairs, score }: Extract<RecordedComparison, { kind: 'compared' }>,
  recordings: readonly RecordedLog[],
): Promise<readonly DifferingItem[]> {
  const tables = await logTables(recordings, score);
  return pairs.flatMap(({ a, b, set }) => {
    const sides = tables.find((table) => table.set === set)?.sides ?? [];
    const [first, second] = [a, b].map((name) => sides.find((side) => side.name === name));
    return first === undefined || second === undefined ? [] : itemsOfPair([first, second], set);
  });
}

function itemsOfPair([first, second]: readonly [LogSide, LogSide], set: string | null): readonly DifferingItem[] {
  const shared = new Set(sharedIds(first, second).filter((id) => isShared(first, second, id)));
  const scoreOf = ({ units, responses }: LogSide, id: string) => responses.right.score.at(units.get(id) ?? -1);
  return [...new Set(first.rows.map(({ item }) => item))].flatMap((item): readonly DifferingItem[] => {
    const [a, b] = [scoreOf(first, item), scoreOf(second, item)];
    if (!shared.has(item) || Number.isNaN(a) || Number.isNaN(b) || a === b) return [];
    const { text } = itemOf(first.log, item);
    return [{ set, item, a: { name: first.name, score: a }, b: { name: second.name, score: b }, text }];
  });
}
