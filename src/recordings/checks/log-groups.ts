import { JoinedGroups } from '../../data/joined-groups.ts';
import { oneForm } from '../../data/one-form.ts';
import type { RecordedItem, RecordedLog } from '../recording.ts';

/** The first log that has an item, for each item of one id that is another one. */
interface ItemsOfId {
  readonly logs: Map<string, number>;
  /** Whether one of them tells too little of itself to be another item than any of them. */
  isOne: boolean;
}

/** Returns what an item of an id is: its text, without one its key; null where the log has neither. */
function contentOf({ hasText, text, key }: RecordedItem): string | null {
  if (hasText) return `text ${text}`;
  return key === null ? null : `key ${oneForm(key)}`;
}

/**
 * Returns logs in groups of one task or data set: two logs are in one group where an id of both stands for one item, as far as they tell,
 * or where both share items with a third one. Every item is looked at once.
 */
export function logGroups(logs: readonly RecordedLog[]): readonly (readonly RecordedLog[])[] {
  if (logs.length < 2) return [logs];
  const joined = new JoinedGroups();
  for (const index of logs.keys()) joined.add(String(index)); // numbered in this order
  const known = new Map<string, ItemsOfId>();
  for (const [index, { items }] of logs.entries()) {
    for (const [id, item] of items) {
      const own = known.get(id);
      if (own === undefined) known.set(id, { logs: new Map([[contentOf(item) ?? '', index]]), isOne: false });
      else addItem(own, { content: contentOf(item), index }, joined);
    }
  }
  return [...Map.groupBy(logs.keys(), (index) => joined.nameOf(String(index))).values()].map((own) =>
    own.flatMap((index) => logs[index] ?? []),
  );
}

function addItem(
  own: ItemsOfId,
  { content, index }: { readonly content: string | null; readonly index: number },
  joined: JoinedGroups,
): void {
  const tag = content ?? '';
  const [[firstTag, first] = [tag, index]] = own.logs;
  if (own.isOne) {
    joined.join(first, index);
    return;
  }
  const same = own.logs.get(tag);
  if (same !== undefined) joined.join(same, index);
  else own.logs.set(tag, index);
  // a text and a key alone, or neither, do not tell two items apart
  own.isOne = tag.slice(0, 4) !== firstTag.slice(0, 4) || tag === '';
  if (own.isOne) for (const other of own.logs.values()) joined.join(first, other);
}
