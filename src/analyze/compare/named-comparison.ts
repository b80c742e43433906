import type { TaskName } from '../../experiments/task-name.ts';
import type { Comparison } from './comparison-types.ts';

/** Returns a comparison to be read: every entry has the name of its task in the place of its experiment. */
export function namedComparison(comparison: Comparison, taskOf: TaskName): Comparison {
  const named = <Entry extends { readonly experiment: string }>(entries: readonly Entry[]): readonly Entry[] =>
    entries.map((entry) => ({ ...entry, experiment: taskOf(entry.experiment) }));
  const { matrices, selfAdvantage, differences, bestOther, directions, verdicts, pooled } = comparison;
  return {
    ...comparison,
    matrices: named(matrices),
    selfAdvantage: named(selfAdvantage),
    differences: named(differences),
    ...(bestOther === undefined ? {} : { bestOther: named(bestOther) }),
    ...(directions === undefined ? {} : { directions: named(directions) }),
    ...(verdicts === undefined ? {} : { verdicts: named(verdicts) }),
    ...(pooled === undefined ? {} : { pooled: named(pooled) }),
  };
}
