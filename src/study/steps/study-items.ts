import { loadDataset } from '../../dataset/load.ts';
import { makeDataset } from '../../dataset/make-dataset.ts';
import type { Dataset } from '../../domain/dataset.ts';
import { property } from '../../experiments/property/index.ts';
import { normalizedString, type PropertyItem } from '../../experiments/property/items.ts';
import {
  assertNoTestLeak,
  assertTrainable,
  type HeldOut,
  isTrained,
  splitOf,
  type TrainedPair,
} from '../../experiments/property/split.ts';
import { AppError } from '../../util/app-error.ts';
import { sha256 } from '../../util/canonical-json.ts';
import type { StudyDesign } from '../design/design.ts';

type PropertyItems = Dataset<PropertyItem, readonly PropertyItem[]>;

/** Training and test items of a study. */
export interface StudyItems {
  /** Null if nothing is trained. */
  readonly train: PropertyItems | null;
  readonly test: PropertyItems;
  /** Tasks with the trained properties. */
  readonly trained: readonly TrainedPair[];
  /** Every test string of the data, including those beyond a limit: no arm may train on them. */
  readonly testStrings: readonly string[];
}

/** Loads and splits the items of a study. Refuses an invalid design with an AppError; sends nothing. */
export async function studyItems(design: StudyDesign): Promise<StudyItems> {
  const seed = design.seed ?? 1;
  const { items: path = null, itemsPerTask = {} } = design;
  const loaded = await loadDataset(property, path, { seed });
  const heldOut = heldOutOf(design);
  const items = ofTasks([...loaded.items], design);
  refuseUnknownHeldOut(items, heldOut);
  const part = (name: string, chosen: readonly PropertyItem[]): PropertyItems =>
    makeDataset({ name: `${loaded.name} (${name})`, experiment: property.name, source: loaded, items: chosen });
  const testItems = items.filter((item) => splitOf(item) === 'test');
  if (testItems.length === 0) {
    throw new AppError('no-held-out', 'the data has no held-out strings: every item is in the training split', {
      hint: 'use more items; one string in five is held out',
    });
  }
  const test = part('test', limited(testItems, itemsPerTask.test, seed));
  const testStrings = testItems.map(({ string }) => string);
  if (design.trained !== undefined) {
    return { train: null, test, trained: pairsOf(trainable(testItems, heldOut)), testStrings };
  }
  const trainItems = trainable(
    items.filter((item) => splitOf(item) === 'train'),
    heldOut,
  );
  if (trainItems.length === 0) {
    throw new AppError('no-training-items', 'the design leaves no training items', {
      hint: 'hold out fewer tasks, or use items of the training split',
    });
  }
  assertTrainable(trainItems);
  assertNoTestLeak(trainItems, testItems);
  const train = part('train', limited(trainItems, itemsPerTask.train, seed));
  return { train, test, trained: pairsOf(train.items), testStrings };
}

function heldOutOf({ heldOut = {} }: StudyDesign): HeldOut {
  return { tasks: heldOut.tasks ?? [], pairs: heldOut.pairs ?? [] };
}

function ofTasks(items: readonly PropertyItem[], { tasks }: StudyDesign): readonly PropertyItem[] {
  if (tasks === undefined) return items;
  const known = [...new Set(items.map(({ task }) => task))].sort();
  const unknown = tasks.filter((task) => !known.includes(task));
  if (unknown.length === 0) return items.filter(({ task }) => tasks.includes(task));
  throw new AppError('unknown-task', `the data has no task ${unknown.join(', ')}`, {
    hint: `choose from ${known.join(', ')}`,
  });
}

function refuseUnknownHeldOut(items: readonly PropertyItem[], { tasks, pairs }: HeldOut): void {
  const known = new Set(pairsOf(items).map(({ task, property: name }) => `${task}×${name}`));
  const knownTasks = new Set(items.map(({ task }) => task));
  const unknown = [...tasks.filter((task) => !knownTasks.has(task)), ...pairs.filter((pair) => !known.has(pair))];
  if (unknown.length === 0) return;
  throw new AppError('unknown-held-out', `the study holds out ${unknown.join(', ')}, which its items do not have`, {
    hint: 'use tasks of the data, and write pairs as TASK×PROPERTY',
  });
}

/** Returns the items without their held-out properties; items without any other property are dropped. */
function trainable(items: readonly PropertyItem[], heldOut: HeldOut): readonly PropertyItem[] {
  return items.flatMap((item) => {
    const properties = item.properties.filter((name) => isTrained({ task: item.task, property: name }, heldOut));
    return properties.length === 0 ? [] : [{ ...item, properties }];
  });
}

function pairsOf(items: readonly PropertyItem[]): readonly TrainedPair[] {
  const pairs = new Map<string, TrainedPair>();
  for (const { task, properties } of items) {
    for (const name of properties) pairs.set(`${task}×${name}`, { task, property: name });
  }
  return [...pairs.values()];
}

/** Returns a part of the training items, at most `max` of each task. */
export function trainingPart(train: PropertyItems, max: number, seed: number): PropertyItems {
  const items = limited(train.items, max, seed);
  return makeDataset({ name: `${train.name}, part`, experiment: property.name, source: train, items });
}

/**
 * Returns at most `max` items of each task, chosen by a hash of seed and string: a smaller sample is part of a larger
 * one.
 */
function limited(items: readonly PropertyItem[], max: number | undefined, seed: number): readonly PropertyItem[] {
  if (max === undefined) return items;
  const kept = new Set<PropertyItem>();
  for (const own of Map.groupBy(items, ({ task }) => task).values()) {
    const ranked = own
      .map((item) => ({ item, rank: sha256(`${seed} sample ${normalizedString(item.string)}`) }))
      .toSorted((a, b) => (a.rank < b.rank ? -1 : a.rank > b.rank ? 1 : 0));
    for (const { item } of ranked.slice(0, max)) kept.add(item);
  }
  return items.filter((item) => kept.has(item));
}
