import { createHash } from 'node:crypto';
import type { ItemBase } from '../../domain/dataset.ts';
import type { Store } from '../../store/store.ts';
import { canonicalJson } from '../../util/canonical-json.ts';
import { isComparable, leastShared } from '../contrasts/shared-items.ts';
import type { DataOf } from '../contrasts/unit-tables.ts';
import { dataOfRuns, type Runs } from './data-of-runs.ts';

/** Which items of runs with different data sets are the same. */
export interface SharedData {
  readonly dataOf: DataOf;
  /** Returns the name of an item within the shared data: another item of its id has another name. */
  readonly itemName: (run: string, experiment: string, item: string) => string;
}

/** A data set with a hash of each item by its id, without the group that it is in. */
interface KnownItems {
  /** Name of the data set and of the version of the experiment. */
  readonly data: string;
  readonly hashes: ReadonlyMap<string, string>;
}

/** Data sets that are compared as one, with the hashes of the items of each id. */
interface Joined {
  readonly members: KnownItems[];
  readonly hashesOf: Map<string, string[]>;
}

/**
 * Returns which items of runs are the same where the runs have one version of an experiment and different data sets with enough items in
 * common (`isComparable`); null where no two runs have.
 */
export async function sharedData(store: Pick<Store, 'dataset'>, runs: Runs): Promise<SharedData | null> {
  const ownData = dataOfRuns(runs);
  const planned = runs.flatMap(({ id, config }) =>
    config.experiments.map((each) => ({ ...each, data: ownData(id, each.name) })),
  );
  const joined = new Map<string, Joined>();
  for (const own of Map.groupBy(planned, ({ name, version }) => JSON.stringify([name, version])).values()) {
    const sets = new Map(own.map(({ data, dataset }) => [data, { ...dataset, data }]));
    const sizes = [...sets.values()].toSorted((a, b) => b.items - a.items);
    const close = sizes.filter((one) => sizes.some((each) => each !== one && isNear(one.items, each.items)));
    const known: Joined[] = [];
    for (const { sha256, data } of close) {
      const dataset = await store.dataset(sha256);
      if (dataset === null) continue;
      const items = { data, hashes: hashesOf(dataset.items) };
      const fitting = known.find(({ members }) => members.every((each) => haveEnough(each, items)));
      if (fitting === undefined) known.push(joinedBy({ members: [], hashesOf: new Map() }, items));
      else joinedBy(fitting, items);
    }
    for (const each of known) if (each.members.length > 1) for (const { data } of each.members) joined.set(data, each);
  }
  return joined.size === 0 ? null : namesOf(joined, ownData);
}

function isNear(one: number, other: number): boolean {
  return Math.min(one, other) >= leastShared * Math.max(one, other);
}

function hashesOf(items: Iterable<ItemBase>): ReadonlyMap<string, string> {
  return new Map(
    Array.from(items, (item) => {
      const content = Object.entries(item).filter(([name]) => name !== 'group');
      return [
        item.id,
        createHash('sha256')
          .update(canonicalJson(Object.fromEntries(content)))
          .digest('base64'),
      ];
    }),
  );
}

function haveEnough(one: KnownItems, other: KnownItems): boolean {
  const shared = [...one.hashes.keys()].filter((id) => other.hashes.has(id));
  const differing = shared.filter((id) => one.hashes.get(id) !== other.hashes.get(id));
  return isComparable({
    ...{ shared: shared.length, differing: differing.length },
    larger: Math.max(one.hashes.size, other.hashes.size),
  });
}

function joinedBy(joined: Joined, items: KnownItems): Joined {
  joined.members.push(items);
  for (const [id, hash] of items.hashes) {
    const known = joined.hashesOf.get(id) ?? [];
    if (known.length === 0) joined.hashesOf.set(id, known);
    if (!known.includes(hash)) known.push(hash);
  }
  return joined;
}

/** Returns the names of joined data and of their items. `joined`: by the data of a run's experiment. */
function namesOf(joined: ReadonlyMap<string, Joined>, ownData: DataOf): SharedData {
  return {
    dataOf: (run, experiment) => {
      const data = ownData(run, experiment);
      const [first] = joined.get(data)?.members ?? [];
      return first === undefined ? data : `joined ${first.data}`;
    },
    itemName: (run, experiment, item) => {
      const data = ownData(run, experiment);
      const own = joined.get(data);
      const hash = own?.members.find((each) => each.data === data)?.hashes.get(item);
      const number = hash === undefined ? 0 : (own?.hashesOf.get(item) ?? []).indexOf(hash);
      return number <= 0 ? item : `${item}\0${number}`;
    },
  };
}
