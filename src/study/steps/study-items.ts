import { loadDataset } from '../../data/load.ts';
import { makeDataset } from '../../data/make-dataset.ts';
import { shippedSet } from '../../data/shipped-datasets.ts';
import type { Dataset, ItemBase } from '../../domain/dataset.ts';
import type { TrainableExperiment } from '../../experiments/registry.ts';
import {
  assertNoTestLeak,
  assertTrainable,
  type HeldOut,
  isTrained,
  type TrainedPair,
} from '../../train/rows/split.ts';
import { AppError } from '../../util/app-error.ts';
import { sha256 } from '../../util/canonical-json.ts';
import { normalizedString } from '../../util/normalized-string.ts';
import type { StudyDesign } from '../design/design.ts';
import { experimentOf } from '../design/study-experiment.ts';
import type { TestSize } from '../design/what-design-shows.ts';
import type { StepItems } from './plan-study.ts';

type ItemList = readonly ItemBase[];
type ListedDataset = Dataset<ItemBase, ItemList>;
type Training = TrainableExperiment['training'];

/** Training and test items of a study. */
export interface StudyItems {
  /** Null if nothing is trained. */
  readonly train: ListedDataset | null;
  readonly test: ListedDataset;
  /** Items on the ladder; null if the study has none. */
  readonly ladder: ListedDataset | null;
  /** Every test string of the data, including those beyond a limit: no arm may train on them. */
  readonly testStrings: readonly string[];
}

/** Returns how many strings the test items have, and how many rows their largest group of task and property at most. */
export function testSizeOf(design: StudyDesign, { test }: Pick<StudyItems, 'test'>): TestSize {
  const { cluster, training } = experimentOf(design);
  const groups = [...Map.groupBy(test.items, (item) => training.group(item)).values()];
  const largest = Math.max(...groups.map((items) => items.length));
  const { wordings } = design;
  return { strings: new Set(test.items.map(cluster)).size, groupRows: largest * (wordings?.test?.length ?? 1) };
}

/** Loads and splits the items of a study. Refuses an invalid design with an AppError; sends nothing. */
export async function studyItems(design: StudyDesign): Promise<StudyItems> {
  const seed = design.seed ?? 1;
  const { items: path = null, itemsPerTask = {} } = design;
  const experiment = experimentOf(design);
  const { training } = experiment;
  const loaded = await loadDataset(experiment, path, { seed });
  const heldOut = heldOutOf(design);
  const items = ofTasks([...loaded.items], training, design);
  refuseUnknownHeldOut(items, training, heldOut);
  const part = (name: string, chosen: ItemList): ListedDataset =>
    makeDataset({ name: `${loaded.name} (${name})`, experiment: experiment.name, source: loaded, items: chosen });
  const testItems = items.filter((item) => training.split(item) === 'test');
  if (testItems.length === 0) {
    throw new AppError('no-held-out', 'the data has no held-out strings: every item is in the training split', {
      hint: 'use more items; one string in five is held out',
    });
  }
  const ladder = ladderOf(design, experiment);
  const test = part('test', limited(testItems, training, { max: itemsPerTask.test, seed }));
  const testStrings = testItems.map(training.text);
  if (design.trained !== undefined) {
    return { train: null, test, ladder, testStrings };
  }
  const trainItems = trainable(
    items.filter((item) => training.split(item) === 'train'),
    training,
    heldOut,
  );
  if (trainItems.length === 0) {
    throw new AppError('no-training-items', 'the design leaves no training items', {
      hint: 'hold out fewer tasks, or use items of the training split',
    });
  }
  assertTrainable(trainItems, training);
  assertNoTestLeak(placed(trainItems, training), placed(testItems, training));
  const train = part('train', limited(trainItems, training, { max: itemsPerTask.train, seed }));
  return { train, test, ladder, testStrings };
}

/** Returns the first strings of the shipped ladder, `ladder` items at each rung. AppError where it has fewer or does not exist. */
function ladderOf({ ladder }: StudyDesign, experiment: TrainableExperiment): ListedDataset | null {
  if (ladder === undefined) return null;
  const { name, sources } = experiment;
  if (sources?.shippedSets?.includes('ladder') !== true)
    throw new AppError('no-ladder', `items of "${name}" are on no ladder`, { hint: 'remove `ladder` from the design' });
  const all = shippedSet([experiment], `${name}/ladder`);
  const rungs = new Set(all.items.map(experiment.training.group)).size;
  const most = all.items.length / rungs;
  if (ladder > most)
    throw new AppError('no-ladder', `the shipped ladder has ${most} items at each rung, fewer than ${ladder}`, {
      hint: `set \`ladder\` to at most ${most}`,
    });
  const items = all.items.slice(0, rungs * ladder); // in turn of the rungs
  return makeDataset({ name: `${name} (ladder, ${items.length} items)`, experiment: name, source: all, items });
}

function placed(items: ItemList, training: Training) {
  return items.map((item) => ({
    task: training.group(item),
    string: training.text(item),
    prompt: training.prompt(item),
  }));
}

function heldOutOf({ heldOut = {} }: StudyDesign): HeldOut {
  return { tasks: heldOut.tasks ?? [], pairs: heldOut.pairs ?? [] };
}

function ofTasks(items: ItemList, { group }: Training, { tasks }: StudyDesign): ItemList {
  if (tasks === undefined) return items;
  const known = [...new Set(items.map(group))].sort();
  const unknown = tasks.filter((task) => !known.includes(task));
  if (unknown.length === 0) return items.filter((item) => tasks.includes(group(item)));
  throw new AppError('unknown-task', `the data has no task ${unknown.join(', ')}`, {
    hint: `choose from ${known.join(', ')}`,
  });
}

function refuseUnknownHeldOut(items: ItemList, training: Training, { tasks, pairs }: HeldOut): void {
  const known = new Set(pairsOf(items, training).map(({ task, property: name }) => `${task}×${name}`));
  const knownTasks = new Set(items.map(training.group));
  const unknown = [...tasks.filter((task) => !knownTasks.has(task)), ...pairs.filter((pair) => !known.has(pair))];
  if (unknown.length === 0) return;
  throw new AppError('unknown-held-out', `the study holds out ${unknown.join(', ')}, which its items do not have`, {
    hint: 'use tasks of the data, and write pairs as TASK×PROPERTY',
  });
}

/** Returns the items without their held-out properties; items without any other property are dropped. */
function trainable(items: ItemList, training: Training, heldOut: HeldOut): ItemList {
  return items.flatMap((item) => {
    const task = training.group(item);
    const questions = training.questions(item).filter((property) => isTrained({ task, property }, heldOut));
    return questions.length === 0 ? [] : [training.withQuestions(item, questions)];
  });
}

function pairsOf(items: ItemList, training: Training): readonly TrainedPair[] {
  const pairs = new Map<string, TrainedPair>();
  for (const item of items) {
    const task = training.group(item);
    for (const property of training.questions(item)) pairs.set(`${task}×${property}`, { task, property });
  }
  return [...pairs.values()];
}

/** Returns the items that a step uses. */
export function datasetOf({ train, test, ladder }: StudyItems, items: StepItems): ListedDataset {
  if (items.of === 'test' || items.of === 'experiments') return test;
  if (items.of === 'ladder') {
    if (ladder === null) throw new Error('a study without a ladder has no step on it');
    return ladder;
  }
  if (train === null) throw new Error('a study without training has no step on training items');
  return train;
}

/**
 * Returns at most `max` items of each task, chosen by a hash of seed and string: a smaller sample is part of a larger
 * one.
 */
function limited(
  items: ItemList,
  { group, text }: Training,
  { max, seed }: { readonly max: number | undefined; readonly seed: number },
): ItemList {
  if (max === undefined) return items;
  const kept = new Set<ItemBase>();
  for (const own of Map.groupBy(items, group).values()) {
    const ranked = own
      .map((item) => ({ item, rank: sha256(`${seed} sample ${normalizedString(text(item))}`) }))
      .toSorted((a, b) => (a.rank < b.rank ? -1 : a.rank > b.rank ? 1 : 0));
    for (const { item } of ranked.slice(0, max)) kept.add(item);
  }
  return items.filter((item) => kept.has(item));
}
