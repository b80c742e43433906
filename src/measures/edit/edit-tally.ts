import { type EditOutcome, presentOf } from '../../domain/outcome.ts';
import type { TallyPolicy } from '../../domain/policy.ts';
import { isNotAsked } from '../absences.ts';

/** Maximum number of changes by rule that an outcome can list. */
export const maxRules = 4;

/**
 * Columns of a tally of changes. Weights sum to 1 per outcome, shared by its executions. `flips` sums the executions whose
 * answer differs after a change that is small enough, `flipSize` the sizes of these changes; `choices` is the weight of
 * executions with answers to both inputs, `lost` the weight that counts as wrong. `changes` counts the readable changes,
 * `small` those within the limit. `rule` columns are the shares of executions whose answer differs after a change by rule;
 * `known` is their weight. Under `parsed`, an outcome without a change is excluded from all columns.
 */
export const editColumns = [
  'flips',
  'flipSize',
  'choices',
  'lost',
  'changes',
  'small',
  'known',
  ...Array.from({ length: maxRules }, (_, index) => `rule${index}` as const),
] as const;
type EditColumn = (typeof editColumns)[number];

/** Index of each column that is not a list. */
export const editPlaces = Object.fromEntries(editColumns.map((name, index) => [name, index])) as Readonly<
  Record<Exclude<EditColumn, `${string}${number}`>, number>
>; // all columns

/** Index of the column of the first rule. */
export const firstRule = editColumns.indexOf('rule0');

const at = editPlaces;

/** Returns whether a change is within its limit and not empty. */
export function isSmall({ distance, limit }: Pick<EditOutcome, 'distance' | 'limit'>): boolean {
  return distance !== null && distance > 0 && distance <= limit;
}

/** Returns the tally of one outcome. RangeError beyond the maximum number of rules. */
export function editTally(outcome: EditOutcome, policy: TallyPolicy): readonly number[] {
  const { change, size, rules } = outcome;
  if (rules.length > maxRules) throw new RangeError(`a change is compared with at most ${maxRules} rules`);
  const counts: number[] = editColumns.map(() => 0);
  const add = (index: number, amount: number) => {
    counts[index] = (counts[index] as number) + amount;
  };
  const executions = outcome.executions.filter((part) => !isNotAsked(part));
  const isMissing = change.kind === 'absent';
  if (isNotAsked(change) || (!isMissing && executions.length === 0)) return counts;
  if (isMissing && policy === 'parsed') return counts;
  const differs = presentOf(executions);
  add(at.changes, Number(!isMissing));
  add(at.small, Number(isSmall(outcome)));
  if (policy === 'parsed' && differs.length === 0) return counts;
  for (const [index, rule] of rules.entries()) add(firstRule + index, shareOf(presentOf(rule.executions)));
  add(at.known, 1);
  if (isMissing) {
    add(at.lost, 1);
    return counts;
  }
  const share = 1 / (policy === 'parsed' ? Math.max(1, differs.length) : executions.length);
  const flips = isSmall(outcome) ? share * differs.filter(Boolean).length : 0;
  add(at.flips, flips);
  add(at.flipSize, flips * (size ?? 0));
  add(at.choices, share * differs.length);
  if (policy === 'failures-wrong') add(at.lost, share * (executions.length - differs.length));
  return counts;
}

/** Returns the share of true values; 0 without values. */
function shareOf(values: readonly boolean[]): number {
  return values.length === 0 ? 0 : values.filter(Boolean).length / values.length;
}
