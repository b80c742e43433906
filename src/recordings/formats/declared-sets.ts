import type { RecordedItem, RecordedLog } from '../recording.ts';
import { mayBeOne } from '../same-item.ts';
import { unnamedSet } from './perhaps-sets.ts';

/** Items of data sets that a column names, by their ids without the set. */
type NamedItems = ReadonlyMap<string, readonly RecordedItem[]>;

/**
 * Returns logs that are read together, of which at least one has a column such as `dataset`, with a data set for every item. An item
 * without a value, or of a log without the column, is in the set in which another log, or another model, has its id; where several sets
 * have it, or none, it is in a set of items without a value.
 */
export function placeInSets(logs: readonly RecordedLog[]): readonly RecordedLog[] {
  const named = namedItems(logs);
  const column = logs.find(({ items }) => [...items.values()].some(({ set }) => set !== null))?.setField ?? null;
  return column === null || named.size === 0 ? logs : logs.map((log) => placed(log, { named, column }));
}

function namedItems(logs: readonly RecordedLog[]): NamedItems {
  const named = new Map<string, RecordedItem[]>();
  for (const item of logs.flatMap(({ items }) => [...items.values()])) {
    if (item.set === null) continue;
    const id = item.id.slice(item.set.length + 1); // after the set and a colon
    const known = named.get(id);
    if (known === undefined) named.set(id, [item]);
    else if (known.every(({ set, sha256 }) => set !== item.set || sha256 !== item.sha256)) known.push(item);
  }
  return named;
}

function placed(
  log: RecordedLog,
  { named, column }: { readonly named: NamedItems; readonly column: string },
): RecordedLog {
  const about = { ...log, setField: log.setField ?? column, possibleSets: null };
  const open = [...log.items.values()].filter(({ set }) => set === null);
  if (open.length === 0) return about;
  const executions = new Set(log.rows.map(({ item, model }) => JSON.stringify([item, model])));
  const models = [...new Set(log.models)];
  const haveBoth = (id: string, other: string) =>
    models.some((model) => [id, other].every((each) => executions.has(JSON.stringify([each, model]))));
  const twins = new Map<string, RecordedItem>();
  for (const item of open) {
    const twin = twinOf(item, { named, set: log.possibleSets?.setOf.get(item.id) });
    if (twin !== null && !haveBoth(item.id, twin.id)) twins.set(item.id, twin);
  }
  const items = new Map<string, RecordedItem>();
  for (const item of log.items.values()) {
    const twin = twins.get(item.id);
    const set = log.possibleSets?.setOf.get(item.id) ?? unnamedSet(column);
    const own = item.set !== null ? item : twin === undefined ? { ...item, set } : inSetOf(item, twin);
    if (twin === undefined || !items.has(own.id)) items.set(own.id, own);
  }
  const rows = log.rows.map((row) => ({ ...row, item: twins.get(row.item)?.id ?? row.item }));
  return { ...about, items, rows };
}

/** Returns the item of a data set that an item without one is; null where none is, or items of several sets may be. */
function twinOf(
  item: RecordedItem,
  { named, set }: { readonly named: NamedItems; readonly set: string | undefined },
): RecordedItem | null {
  const same = (named.get(item.id) ?? []).filter((each) => mayBeOne(each, item));
  const chosen = same.some((each) => each.set === set) ? same.filter((each) => each.set === set) : same;
  const [first = null] = chosen;
  return chosen.every((each) => each.set === first?.set) ? first : null;
}

/** Returns an item with the id and set of its twin; of items without texts, the hash goes by the id. */
function inSetOf(item: RecordedItem, { id, idType, set, sha256 }: RecordedItem): RecordedItem {
  return {
    ...{ ...item, id, idType, set, sha256: item.hasText ? item.sha256 : sha256 },
    group: item.group === item.id ? id : item.group,
  };
}
