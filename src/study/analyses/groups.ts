import { isInMacro, maxModalShare, minGroupRows } from '../../analyze/categorical/categorical-layout.ts';
import { counted } from '../../util/numbers.ts';

/** A unit of a macro average: its group, and its true value. */
export interface GroupedTruth {
  readonly group: string;
  readonly truth: string;
}

/** Groups of the macro average, and the excluded ones with the reason in words. */
export interface UsedGroups {
  readonly used: readonly string[];
  readonly excluded: readonly { readonly group: string; readonly reason: string }[];
}

/** Selects the groups with enough rows and enough variation in every part (usually every target). */
export function usedGroups(parts: readonly (readonly GroupedTruth[])[]): UsedGroups {
  const counts = parts.map(valueCounts);
  const used: string[] = [];
  const excluded: { group: string; reason: string }[] = [];
  for (const group of [...new Set(counts.flatMap((part) => [...part.keys()]))].sort()) {
    const reason = counts.map((part) => exclusion(part.get(group))).find((each) => each !== null);
    if (reason === undefined) used.push(group);
    else excluded.push({ group, reason: reason as string });
  }
  return { used, excluded };
}

function exclusion(values: ReadonlyMap<string, number> | undefined): string | null {
  const n = [...(values?.values() ?? [])].reduce((sum, count) => sum + count, 0);
  if (values === undefined || n < minGroupRows) return `${counted(n, 'row')}, fewer than ${minGroupRows}`;
  const share = Math.max(...values.values()) / n;
  return share > maxModalShare ? `one value in ${(100 * share).toFixed(0)} % of rows` : null;
}

function valueCounts(items: readonly GroupedTruth[]): Map<string, Map<string, number>> {
  const counts = new Map<string, Map<string, number>>();
  for (const { group, truth } of items) {
    let values = counts.get(group);
    if (values === undefined) {
      values = new Map();
      counts.set(group, values);
    }
    values.set(truth, (values.get(truth) ?? 0) + 1);
  }
  return counts;
}

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

/** Share of readable predictions below which accuracies mainly reflect the answer form. Also read in the browser. */
export const minCoverage = 0.5;
