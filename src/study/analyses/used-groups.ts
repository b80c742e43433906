import { isInMacro } from '../../analyze/categorical/categorical-layout.ts';

/** An accuracy in one group, with its row count and the share of the group's most frequent value. */
interface GroupAccuracyEntry {
  readonly group: string;
  readonly n: number;
  readonly baselines: Readonly<Record<string, number>>;
}

/**
 * Returns the accuracies in the groups of task and property that enter means: groups with too few rows or hardly any
 * variation are left out of all of them, as in the verdicts.
 */
export function inUsedGroups<Entry extends GroupAccuracyEntry>(accuracy: readonly Entry[]): readonly Entry[] {
  const leftOut = new Set(
    accuracy.flatMap(({ group, n, baselines }) =>
      isInMacro({ rows: n, modalShare: baselines.oracleMode ?? 0 }) ? [] : [group],
    ),
  );
  return accuracy.filter(({ group }) => !leftOut.has(group));
}
