import { createHash } from 'node:crypto';
import type { ItemBase } from '../../domain/dataset.ts';
import { scored } from '../../experiments/scored/index.ts';
import { type LoggedItem, scoredItem } from '../../experiments/scored/items.ts';
import { isSameItem } from '../../recordings/same-item.ts';
import { leastShared } from '../../stats/least-numbers.ts';
import type { Store } from '../../store/store.ts';
import { canonicalJson } from '../../util/canonical-json.ts';
import { comparableGroups } from '../contrasts/shared-items.ts';
import type { DataOf } from '../contrasts/unit-tables.ts';
import { dataOfRuns, type Runs } from './data-of-runs.ts';
import { DistinctItems } from './distinct-items.ts';

/** Which items of runs with different data sets are the same. */
export interface SharedData {
  readonly dataOf: DataOf;
  /** Returns the name of an item within the shared data: another item of its id has another name. */
  readonly itemName: (run: string, experiment: string, item: string) => string;
}

/** Returns the items of a run's experiment, wherever they are: in a store, or in the log that the run is read from; null where they are unknown. */
export type ItemsOf = (place: {
  readonly run: string;
  readonly experiment: string;
  /** Hash of its data set. */
  readonly sha256: string;
}) => Promise<Iterable<ItemBase> | null>;

/** Returns a function from runs of a store to their items. */
export function storedItems(store: Pick<Store, 'dataset'>): ItemsOf {
  return async ({ sha256 }) => (await store.dataset(sha256))?.items ?? null;
}

/** What tells an item from another one of its id: a hash of it without its group, and of an item of a log what the log has. */
interface KnownItem {
  readonly hash: string;
  readonly logged: Pick<LoggedItem, 'task' | 'text' | 'sha256' | 'key'> | null;
}

const loggedIdentity = scoredItem.pick({ task: true, text: true, sha256: true, key: true }).strip();

/** A data set with its items by their ids. */
interface KnownItems {
  /** Name of the data set and of the version of the experiment. */
  readonly data: string;
  readonly items: ReadonlyMap<string, KnownItem>;
}

/**
 * Returns which items of runs are the same where the runs have one version of an experiment and different data sets with enough items in
 * common (`isComparable`); null where no two runs have. Runs and logs go by this rule, and items of logs are the same as `isSameItem`
 * says: what only one log has, a text or a key, does not make them differ.
 */
export async function sharedData(itemsOf: ItemsOf, runs: Runs): Promise<SharedData | null> {
  const ownData = dataOfRuns(runs);
  const planned = runs.flatMap(({ id, config }) =>
    config.experiments.map(({ name, version, dataset }) => ({
      ...{ run: id, experiment: name, version, sha256: dataset.sha256 },
      ...{ items: dataset.items, data: ownData(id, name) },
    })),
  );
  const joined: (readonly KnownItems[])[] = [];
  for (const own of Map.groupBy(planned, ({ experiment, version }) => JSON.stringify([experiment, version])).values()) {
    const sets = new Map(own.map((each) => [each.data, each]));
    const sizes = [...sets.values()].toSorted((a, b) => b.items - a.items);
    const close = sizes.filter((one) => sizes.some((each) => each !== one && isNear(one.items, each.items)));
    const known: KnownItems[] = [];
    for (const place of close) {
      const items = await itemsOf(place);
      if (items !== null) known.push({ data: place.data, items: knownItems(items, place.experiment) });
    }
    joined.push(...comparableGroups(known, countShared).filter((group) => group.length > 1));
  }
  return joined.length === 0 ? null : namesOf(joined, ownData);
}

function isNear(one: number, other: number): boolean {
  return Math.min(one, other) >= leastShared * Math.max(one, other);
}

function knownItems(items: Iterable<ItemBase>, experiment: string): ReadonlyMap<string, KnownItem> {
  return new Map(
    Array.from(items, (item) => {
      const content = Object.entries(item).filter(([name]) => name !== 'group');
      const hash = createHash('sha256')
        .update(canonicalJson(Object.fromEntries(content)))
        .digest('base64');
      return [item.id, { hash, logged: experiment === scored.name ? loggedIdentity.parse(item) : null }];
    }),
  );
}

function isSame(one: KnownItem, other: KnownItem): boolean {
  if (one.hash === other.hash) return true;
  const [a, b] = [one.logged, other.logged];
  if (a === null || b === null || a.task !== b.task) return false;
  return isSameItem({ ...a, hasText: a.text !== '' }, { ...b, hasText: b.text !== '' });
}

function countShared(one: KnownItems, other: KnownItems) {
  const shared = [...one.items].flatMap(([id, item]) => {
    const same = other.items.get(id);
    return same === undefined ? [] : [isSame(item, same)];
  });
  return {
    ...{ shared: shared.length, differing: shared.filter((each) => !each).length },
    larger: Math.max(one.items.size, other.items.size),
  };
}

/** Returns the names of joined data and of their items. */
function namesOf(joined: readonly (readonly KnownItems[])[], ownData: DataOf): SharedData {
  const firstOf = new Map<string, string>();
  const renamed = new Map<string, Map<string, string>>();
  for (const members of joined) {
    const distinct = new DistinctItems(isSame);
    for (const { data, items } of members) {
      firstOf.set(data, members[0]?.data ?? data);
      const names = [...items].map(([id, item]) => [id, distinct.nameOf(id, item)] as const);
      renamed.set(data, new Map(names.filter(([id, name]) => id !== name)));
    }
  }
  return {
    dataOf: (run, experiment) => {
      const data = ownData(run, experiment);
      const first = firstOf.get(data);
      return first === undefined ? data : `joined ${first}`;
    },
    itemName: (run, experiment, item) => renamed.get(ownData(run, experiment))?.get(item) ?? item,
  };
}
