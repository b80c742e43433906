import { isPresent, type Observed } from '../domain/outcome.ts';

/** An execution that was repeated without the change whose effect is measured. */
export interface UnchangedExecution {
  readonly value: Observed<boolean>;
  /** Output tokens of the changed execution minus those of this one; null where they were not counted. */
  readonly extraTokens: number | null;
  /** Whether the changed execution remarks on the change, and whether this one says the like without one; absent: not known. */
  readonly remarks?: { readonly changed: boolean; readonly unchanged: boolean } | undefined;
}

/**
 * Terms of executions that were repeated without a change. Weights sum to 1 per outcome. `paired` counts pairs whose
 * unchanged execution has a value; `unchangedYes`, `changedYes` and `bothYes` count those in which the property holds
 * without the change, with it, and both times; `alike` counts equal pairs. `extraTokens` sums the tokens that an execution
 * takes more than the unchanged one, `counted` the pairs with both numbers. `remarks` and `unchangedRemarks` count executions that
 * remark on the change, and unchanged ones that say the like, among the `remarkable` pairs with both texts.
 */
export const unchangedTerms = [
  'paired',
  'unchangedYes',
  'changedYes',
  'bothYes',
  'alike',
  'extraTokens',
  'counted',
  'remarkable',
  'remarks',
  'unchangedRemarks',
] as const;
type UnchangedCounts = Record<(typeof unchangedTerms)[number], number>;

/**
 * Returns the terms of an outcome with unchanged executions. They do not depend on the prediction. An execution whose
 * answer cannot be read counts as "no": breaking the form of an answer is an effect of the change. Excluded are pairs
 * whose unchanged answer cannot be read, and pairs without an answer to the changed call.
 */
export function unchangedCounts(
  executions: readonly Observed<boolean>[],
  unchanged: readonly UnchangedExecution[],
): UnchangedCounts {
  const pairs = unchanged.flatMap(({ value, extraTokens, remarks }, index) => {
    const changed = changedValue(executions[index]);
    return isPresent(value) && changed !== null ? [{ without: value.value, changed, extraTokens, remarks }] : [];
  });
  const sums: UnchangedCounts = {
    ...{ paired: 0, unchangedYes: 0, changedYes: 0, bothYes: 0, alike: 0, extraTokens: 0, counted: 0 },
    ...{ remarkable: 0, remarks: 0, unchangedRemarks: 0 },
  };
  for (const { without, changed, extraTokens, remarks } of pairs) {
    sums.paired += 1;
    sums.unchangedYes += Number(without);
    sums.changedYes += Number(changed);
    sums.bothYes += Number(without && changed);
    sums.alike += Number(without === changed);
    sums.extraTokens += extraTokens ?? 0;
    sums.counted += Number(extraTokens !== null);
    sums.remarkable += Number(remarks !== undefined);
    sums.remarks += Number(remarks?.changed ?? false);
    sums.unchangedRemarks += Number(remarks?.unchanged ?? false);
  }
  for (const term of unchangedTerms) sums[term] /= Math.max(1, pairs.length);
  return sums;
}

const unreadable: readonly string[] = ['unparsed', 'declined', 'truncated', 'filtered'];

/** Returns whether the property holds; null where no answer came. */
function changedValue(execution: Observed<boolean> | undefined): boolean | null {
  if (execution === undefined) return null;
  if (isPresent(execution)) return execution.value;
  return unreadable.includes(execution.reason) ? false : null;
}
