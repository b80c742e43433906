import { z } from 'zod';
import { AppError } from '../../util/app-error.ts';
import { type PlannedRun, partsOf, type TaskPart, taskPart } from '../plan/task-parts.ts';

export const blockSchema = z.object({
  /** Position of the experiment in the run's configuration. */
  experiment: z.int().min(0),
  /** Number of the part of its items, from 1. */
  part: z.int().positive(),
});
/** A part of an experiment's items, with all their calls: what a worker takes at once. */
export type Block = z.infer<typeof blockSchema>;

/** Yields the blocks of a run in the planned order, with their tasks; together they have each of its items once. */
export function* blocksOf(run: PlannedRun): Generator<{ readonly block: Block; readonly tasks: TaskPart['tasks'] }> {
  for (const experiment of run.config.experiments.keys())
    for (const part of partsOf(run, experiment))
      yield { block: { experiment, part: part.number }, tasks: taskPart(run, { experiment, part }).tasks };
}

/** Returns the part of a block. AppError if the run has no such block: the queue holds that of a different version. */
export function blockPart(run: PlannedRun, { experiment, part: number }: Block): TaskPart {
  for (const part of partsOf(run, experiment)) if (part.number === number) return taskPart(run, { experiment, part });
  throw new AppError('bad-block', 'the queue holds items that are not part of their run', {
    hint: 'it was written by a different version; use the same version on every machine',
  });
}
