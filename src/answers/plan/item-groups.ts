import { type JoinedGroups, joinGroups } from '../../data/joined-groups.ts';
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
 * The groups of items that intervals are clustered by (`joinGroups`, which logs use, too). Texts of an item are its own and the requests
 * that execute it. Items with the same value in the column `group` of the user's data are joined in every experiment.
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
  return joinGroups(
    Array.from(items, (item) => {
      const group = experiment.cluster(item);
      if (experiment.isGrouped?.(item) === true) return { group, texts: [], near: null };
      const given = givenGroup(item);
      return {
        group,
        texts: [...textsOf(experiment, item), ...(given === null ? [] : [`group\0${given}`])],
        near: given === null && group === item.id ? experiment.title(item) : null,
      };
    }),
  );
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
