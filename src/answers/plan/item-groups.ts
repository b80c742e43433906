import { nearEqualTo } from '../../data/near-equal-texts.ts';
import { type Condition, defaultLevel, factorNames } from '../../domain/condition.ts';
import { groupColumn, type ItemBase } from '../../domain/dataset.ts';
import { declaredSlot } from '../../domain/slot.ts';
import type { Experiment, ItemContext } from '../../experiments/experiment.ts';
import { canonicalJson } from '../../util/canonical-json.ts';
import { ItemAnswers } from './item-answers.ts';

/** What of an experiment decides which items belong together. */
type GroupedExperiment = Pick<Experiment, 'name' | 'cluster' | 'isGrouped' | 'title' | 'plan' | 'slots' | 'factors'>;

/** The items of one experiment of a run. */
interface ExperimentItems {
  readonly experiment: GroupedExperiment;
  readonly items: Iterable<ItemBase>;
}

/**
 * The groups of items that intervals are clustered by. Two items with equal texts, or that execute an equal request, have
 * one answer and are not independent evidence: the groups that they are declared to be in are joined, whatever their ids.
 * Items with near-equal texts (`nearEqualTo`) are joined, too, where the data declare no group of them: their answers may
 * be copies of each other. Items with the same value in the column `group` of the user's data are joined in every experiment. A
 * joined group has the name of its first one.
 */
export class ItemGroups {
  readonly #joined = new Map<string, JoinedGroups>();

  constructor(planned: Iterable<ExperimentItems>) {
    for (const { experiment, items } of planned) this.#joined.set(experiment.name, knownGroups(experiment, items));
  }

  /** Returns the group of an item; of an item that was not given, the one that it is declared to be in. */
  of(experiment: Pick<Experiment, 'name' | 'cluster'>, item: ItemBase): string {
    const declared = experiment.cluster(item);
    return this.#joined.get(experiment.name)?.nameOf(declared) ?? declared;
  }
}

/** Groups that were found before: comparing the texts of 100,000 items takes 20 s, and a dry run needs them twice. */
const found = new WeakMap<Iterable<ItemBase>, WeakMap<GroupedExperiment, JoinedGroups>>();

/** Returns the groups of items, which must not change; those of the same items and experiment are found once. */
function knownGroups(experiment: GroupedExperiment, items: Iterable<ItemBase>): JoinedGroups {
  const ofItems = found.get(items) ?? new WeakMap<GroupedExperiment, JoinedGroups>();
  found.set(items, ofItems);
  const groups = ofItems.get(experiment) ?? joinedGroups(experiment, items);
  ofItems.set(experiment, groups);
  return groups;
}

function joinedGroups(experiment: GroupedExperiment, items: Iterable<ItemBase>): JoinedGroups {
  const groups = new JoinedGroups();
  const owners = new Map<string, number>();
  const titles: string[] = [];
  const ungrouped: number[] = [];
  for (const item of items) {
    const group = groups.add(experiment.cluster(item));
    if (experiment.isGrouped?.(item) === true) continue;
    const given = givenGroup(item);
    if (given === null && experiment.cluster(item) === item.id) {
      titles.push(experiment.title(item));
      ungrouped.push(group);
    }
    for (const shared of [...textsOf(experiment, item), ...(given === null ? [] : [`group\0${given}`])]) {
      const owner = owners.get(shared);
      if (owner === undefined) owners.set(shared, group);
      else groups.join(owner, group);
    }
  }
  for (const [index, first] of nearEqualTo(titles).entries()) {
    groups.join(ungrouped[first] as number, ungrouped[index] as number); // every index is that of a title
  }
  return groups;
}

/** Returns the value of the column `group`, for an experiment whose items have no field of that name; null without one. */
function givenGroup({ metadata }: ItemBase): string | null {
  const given = metadata?.[groupColumn];
  return typeof given === 'string' || typeof given === 'number' ? String(given) : null;
}

/** Returns the text of an item and of the requests that execute it. */
function textsOf(experiment: GroupedExperiment, item: ItemBase): ReadonlySet<string> {
  const { slots } = experiment;
  const requests = experiment
    .plan(plainContext(experiment, item), new ItemAnswers({ name: experiment.name, slots }))
    .filter(({ slot, role }) => role === 'subject' && declaredSlot(experiment, slot).kind === 'behave')
    .map(({ messages }) => (messages.length === 1 ? (messages[0]?.content ?? '') : canonicalJson(messages)));
  return new Set([experiment.title(item), ...requests]);
}

/** Returns an item as a run with the default options asks it. */
export function plainContext({ factors }: Pick<Experiment, 'factors'>, item: ItemBase): ItemContext<ItemBase> {
  const condition = Object.fromEntries(factorNames(factors).map((name) => [name, defaultLevel(factors, name)]));
  return {
    ...{ item, condition: condition as unknown as Condition, samples: 1, seed: 0, peers: [] },
    judging: { judge: null, rubric: 'two-way' },
  };
}

/** Disjoint sets of group names (union-find; Tarjan 1975). */
class JoinedGroups {
  readonly #numbers = new Map<string, number>();
  readonly #names: string[] = [];
  /** The group that a group was joined to; its own number where it was not. */
  readonly #parents: number[] = [];

  add(name: string): number {
    const known = this.#numbers.get(name);
    if (known !== undefined) return known;
    const number = this.#names.length;
    this.#numbers.set(name, number);
    this.#names.push(name);
    this.#parents.push(number);
    return number;
  }

  join(one: number, other: number): void {
    const [first, second] = [this.#root(one), this.#root(other)];
    this.#parents[Math.max(first, second)] = Math.min(first, second);
  }

  /** Returns the name of the first group that a group was joined with; undefined for an unknown group. */
  nameOf(name: string): string | undefined {
    const number = this.#numbers.get(name);
    return number === undefined ? undefined : this.#names[this.#root(number)];
  }

  #root(group: number): number {
    let root = group;
    while (this.#parents[root] !== root) root = this.#parents[root] as number; // every group has a parent
    this.#parents[group] = root;
    return root;
  }
}
