import type { Call } from '../../domain/call.ts';
import type { Dataset, Datasets } from '../../domain/dataset.ts';
import type { RunConfig, RunId } from '../../domain/run-config.ts';
import { declaredSlot } from '../../domain/slot.ts';
import { type Experiments, experimentNamed } from '../../experiments/registry.ts';
import type { Provenance } from '../../store/store.ts';
import { hashOf, type ItemPart, itemParts } from './item-parts.ts';
import { type ItemTask, itemTasks, runDataset } from './item-task.ts';

/** Tasks of a run whose calls are sent together, in an order that says nothing about the items. */
export interface TaskPart {
  /** Name that is stored with the answers. */
  readonly name: string;
  readonly tasks: Iterable<ItemTask>;
}

/** What the order of a run's calls follows from. */
export interface PlannedRun {
  readonly id: RunId;
  readonly config: RunConfig;
  readonly provenance: Pick<Provenance, 'itemsBefore'>;
  readonly experiments: Experiments;
  readonly datasets: Datasets;
}

/** Yields the parts of a run in the order in which they are sent, experiment by experiment. */
export function* taskParts(run: PlannedRun): Generator<TaskPart> {
  for (const experiment of run.config.experiments.keys())
    for (const part of partsOf(run, experiment)) yield taskPart(run, { experiment, part });
}

/** Yields the parts of the items of one experiment of a run, given by its position. */
export function* partsOf(
  { id, config, provenance, experiments, datasets }: PlannedRun,
  experiment: number,
): Generator<ItemPart> {
  const planned = config.experiments[experiment];
  if (planned === undefined) return;
  const { name } = planned;
  const { cluster } = experimentNamed(experiments, name);
  yield* itemParts(runDataset(datasets, planned).items, {
    ...{ run: id, experiment: name, groupOf: cluster },
    itemsBefore: provenance.itemsBefore?.[name] ?? 0,
  });
}

/** Returns the tasks of the items of a part. */
export function taskPart(
  { id, config, experiments, datasets }: PlannedRun,
  { experiment, part }: { readonly experiment: number; readonly part: ItemPart },
): TaskPart {
  const planned = config.experiments[experiment];
  if (planned === undefined) throw new RangeError(`the run has no experiment ${experiment}`);
  const dataset: Dataset = { ...runDataset(datasets, planned), items: part.items };
  const only = new Map([[dataset.sha256, dataset]]);
  return {
    name: partName(id, part.number),
    tasks: { [Symbol.iterator]: () => itemTasks({ ...config, experiments: [planned] }, experiments, only) },
  };
}

function partName(run: RunId, number: number): string {
  return `${run}/${number}`;
}

/** Between the name of a part and the execution that sent calls of it again. */
const againMark = '/again/';

/** Returns the name of the part of calls that had failed and are sent again by a later execution. */
export function againName(part: string, execution: string): string {
  return `${part}${againMark}${execution}`;
}

/** Returns whether the calls of a part had failed before and were sent again. */
export function isAgain(part: string): boolean {
  return part.includes(againMark);
}

/**
 * Returns the position of a call in its part: calls are sent in ascending order. Predictions and each execution have
 * unrelated orders, fixed by a hash of the part (which names the run), the pass and the item. Subjects and conditions of an
 * item follow each other.
 */
export function callRank(part: string, { experiment, context }: Pick<ItemTask, 'experiment' | 'context'>, call: Call) {
  const { kind } = declaredSlot(experiment, call.slot);
  return hashOf([part, experiment.name, kind, String(call.sample), context.item.id]);
}
