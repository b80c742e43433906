import { z } from 'zod';
import type { Dataset } from '../../domain/dataset.ts';
import { AppError } from '../../util/app-error.ts';
import { type ItemTask, itemTasks } from '../plan/item-task.ts';
import { planWithoutAnswers } from '../plan/planned-calls.ts';
import type { PreparedRun } from '../prepare/prepared-run.ts';

export const blockSchema = z.object({
  /** Position of the experiment in the run's configuration. */
  experiment: z.int().min(0),
  /** Position of the first item, and of the first one after the block. */
  from: z.int().min(0),
  to: z.int().positive(),
});
/** Consecutive items of one experiment of a run, with all their calls: what a worker takes at once. */
export type Block = z.infer<typeof blockSchema>;

/** Calls of a block, about: small blocks end together, large ones cost fewer queries. */
const callsPerBlock = 24;
const maxItems = 20;

type Plan = Pick<PreparedRun, 'config' | 'experiments' | 'datasets'>;

/** Yields the blocks of a run, which together have each of its items once. */
export function* blocksOf(plan: Plan): Generator<Block> {
  for (const [experiment, planned] of plan.config.experiments.entries()) {
    const { items } = planned.dataset;
    if (items === 0) continue;
    let calls = 0;
    for (const task of blockTasks(plan, { experiment, from: 0, to: 1 }))
      calls += planWithoutAnswers(task.experiment, task.context).length;
    const size = Math.max(1, Math.min(maxItems, Math.floor(callsPerBlock / Math.max(1, calls))));
    for (let from = 0; from < items; from += size) yield { experiment, from, to: Math.min(items, from + size) };
  }
}

/** Returns the tasks of a block. AppError if the run has no such block: the queue holds that of a different version. */
export function blockTasks({ config, experiments, datasets }: Plan, block: Block): Iterable<ItemTask> {
  const planned = config.experiments[block.experiment];
  const dataset = planned === undefined ? undefined : datasets.get(planned.dataset.sha256);
  if (planned === undefined || dataset === undefined) {
    throw new AppError('bad-block', 'the queue holds items that are not part of their run', {
      hint: 'it was written by a different version; use the same version on every machine',
    });
  }
  const part: Dataset = { ...dataset, items: Array.from(dataset.items).slice(block.from, block.to) };
  return itemTasks({ ...config, experiments: [planned] }, experiments, new Map([[dataset.sha256, part]]));
}
