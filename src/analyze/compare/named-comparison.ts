import type { TaskName } from '../../experiments/task-name.ts';
import type { Comparison } from '../../results/comparison.ts';

/** Returns a comparison to be read: every entry has the name of its task in the place of its experiment. */
export function namedComparison(comparison: Comparison, taskOf: TaskName): Comparison {
  const named = <Entry extends { readonly experiment: string }>(entries: readonly Entry[]): readonly Entry[] =>
    entries.map((entry) => ({ ...entry, experiment: taskOf(entry.experiment) }));
  const { tasks, differences, pooled } = comparison;
  return { ...comparison, tasks: named(tasks), differences: named(differences), pooled: named(pooled) };
}
