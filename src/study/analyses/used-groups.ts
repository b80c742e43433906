import { isInMacro } from '../../analyze/categorical/categorical-layout.ts';
import type { StudyResult } from './study-result.ts';

type Accuracy = StudyResult['accuracy'][number];

/**
 * Returns the accuracies in the groups of task and property that enter means: groups with too few rows or hardly any
 * variation are left out of all of them, as in the verdicts.
 */
export function inUsedGroups(accuracy: readonly Accuracy[]): readonly Accuracy[] {
  const leftOut = new Set(
    accuracy.flatMap(({ group, n, baselines }) =>
      isInMacro({ rows: n, modalShare: baselines.oracleMode ?? 0 }) ? [] : [group],
    ),
  );
  return accuracy.filter(({ group }) => !leftOut.has(group));
}
