import type { Measure } from '../domain/measure.ts';
import { isPresent, type Observed, presentOf } from '../domain/outcome.ts';
import type { TallyPolicy } from '../domain/policy.ts';
import { ratio } from '../stats/moments.ts';
import { absenceOf, absenceOfAll, isNotAsked, valueOrReason } from './absences.ts';
import { bestConstant, columnMeans, placesOf } from './columns.ts';
import type { OutcomeKind, UnitTexts } from './outcome-kind.ts';
import { majorityOf, withoutDetail } from './unit-text.ts';

/** A change of an input that the model wrote so that its answer changes. */
export interface EditOutcome {
  readonly kind: 'edit';
  readonly unit: string;
  /** The changed input. */
  readonly change: Observed<string>;
  /** Number of characters inserted, deleted or replaced; null without a change. */
  readonly distance: number | null;
  /** `distance` as a share of the longer input, in [0, 1]; null without a change. */
  readonly size: number | null;
  /** Largest distance that counts as small. */
  readonly limit: number;
  /** One per execution, in sample order: whether the answer to the changed input differs from that to the original. */
  readonly executions: readonly Observed<boolean>[];
  /** Changes that no model made, in a fixed order, with the same for each of them. */
  readonly rules: readonly { readonly name: string; readonly executions: readonly Observed<boolean>[] }[];
}

/** Maximum number of changes by rule that an outcome can list. */
const maxRules = 4;

/**
 * Columns of a tally of changes. Weights sum to 1 per outcome, shared by its executions. `flips` sums the executions whose
 * answer differs after a change that is small enough, `flipSize` the sizes of these changes; `choices` is the weight of
 * executions with answers to both inputs, `lost` the weight that counts as wrong. `changes` counts the readable changes,
 * `small` those within the limit. `rule` columns are the shares of executions whose answer differs after a change by rule;
 * `known` is their weight. Under `parsed`, an outcome without a change is excluded from all columns.
 */
const editColumns = [
  'flips',
  'flipSize',
  'choices',
  'lost',
  'changes',
  'small',
  'known',
  ...Array.from({ length: maxRules }, (_, index) => `rule${index}` as const),
] as const;

/** Index of each column. */
const editPlaces = placesOf(editColumns);

/** Index of the column of the first rule. */
const firstRule = editColumns.indexOf('rule0');

/** Returns whether a change is within its limit and not empty. */
function isSmall({ distance, limit }: Pick<EditOutcome, 'distance' | 'limit'>): boolean {
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
  add(editPlaces.changes, Number(!isMissing));
  add(editPlaces.small, Number(isSmall(outcome)));
  if (policy === 'parsed' && differs.length === 0) return counts;
  for (const [index, rule] of rules.entries()) add(firstRule + index, shareOf(presentOf(rule.executions)));
  add(editPlaces.known, 1);
  if (isMissing) {
    add(editPlaces.lost, 1);
    return counts;
  }
  const share = 1 / (policy === 'parsed' ? Math.max(1, differs.length) : executions.length);
  const flips = isSmall(outcome) ? share * differs.filter(Boolean).length : 0;
  add(editPlaces.flips, flips);
  add(editPlaces.flipSize, flips * (size ?? 0));
  add(editPlaces.choices, share * differs.length);
  if (policy === 'failures-wrong') add(editPlaces.lost, share * (executions.length - differs.length));
  return counts;
}

/** Returns the share of true values; 0 without values. */
function shareOf(values: readonly boolean[]): number {
  return values.length === 0 ? 0 : values.filter(Boolean).length / values.length;
}

type Totals = ArrayLike<number>;

const { column, mean, share } = columnMeans('edit', editColumns);
const counted = (totals: Totals) => column(totals, 'choices') + column(totals, 'lost');

/**
 * Returns a measure of an experiment with changes by rule: the share of executions whose answer differs after the model's
 * change, which must be small. Base rate: the best of the rules. Item rule: the rule at `itemRule`.
 */
export function flipRate(itemRule: number): Measure {
  return {
    name: 'flip_rate',
    kind: 'edit',
    unit: 'share',
    value: (totals) => ratio(column(totals, 'flips'), counted(totals)),
    reads: [editPlaces.flips, editPlaces.choices, editPlaces.lost],
    n: counted,
    meanOver: counted,
    ...bestConstant(
      (tally) => Array.from({ length: maxRules }, (_, index) => tally[firstRule + index] ?? 0),
      (tally) => tally[editPlaces.known] ?? 0,
    ),
    itemRule: (totals) => ratio(totals[firstRule + itemRule] ?? 0, column(totals, 'known')),
    bounds: (totals) => {
      const [sum, all] = [column(totals, 'flips'), counted(totals)];
      return all > 0 ? [sum / all, (sum + column(totals, 'lost')) / all] : null;
    },
  };
}

/** Mean size of the changes that flip the answer: characters changed as a share of the longer input, in [0, 1]. */
export const changeSize: Measure = mean('change_size', 'share', ['flipSize', 'flips']);

/** Share of readable changes that are within the limit and not empty. */
export const smallChangeShare: Measure = share('small_change_share', ['small', 'changes']);

/** Returns the measure of one rule: the share of executions whose answer differs after its change. */
export function ruleFlipRate(name: string, place: 0 | 1 | 2 | 3): Measure {
  return share(name, [`rule${place}`, 'known']);
}

const words = { true: 'another answer', false: 'the same answer' } as const;

export const editKind: OutcomeKind<EditOutcome> = {
  scoring: null,
  columns: editColumns,
  tally: editTally,
  canOthersPredict: false,
  itemMeasure: flipRate(0),
  itemTally: (outcome) => editTally(outcome, 'parsed'),
  missing: ({ change, executions }, slots) => absenceOf(change) ?? absenceOfAll(executions, slots),
  parts: ({ change, executions }) => [change, ...executions],
  executions: ({ executions }) => executions.length,
  atExecution: (outcome, k) => ({
    ...outcome,
    executions: outcome.executions.slice(k, k + 1),
    rules: outcome.rules.map((rule) => ({ ...rule, executions: rule.executions.slice(k, k + 1) })),
  }),
  facts: ({ unit, change, executions }) => ({
    unit,
    predicted: valueOrReason(change),
    actual: valueOrReason(executions[0]),
  }),
  texts,
  isRight: () => null,
  withheld: (outcome) => ({
    ...outcome,
    change: isPresent(outcome.change) ? { ...outcome.change, value: '' } : withoutDetail(outcome.change),
    executions: outcome.executions.map(withoutDetail),
    rules: outcome.rules.map((rule) => ({ ...rule, executions: rule.executions.map(withoutDetail) })),
  }),
};

/** The score is the share of executions that a small change flips; the outcome says what most executions did. */
function texts(outcome: EditOutcome): UnitTexts {
  const { unit, change, executions } = outcome;
  const differs = presentOf(executions);
  const most = majorityOf(differs.map((each) => words[`${each}`]));
  const flips = isSmall(outcome) ? differs.filter(Boolean).length : 0;
  return {
    unit,
    prediction: isPresent(change) ? change.value : '',
    outcome: most.text,
    score: isPresent(change) && differs.length > 0 ? flips / differs.length : null,
    ...{ agree: most.count, executions: differs.length },
    ...{ behavior: null, judgesDiffer: false },
  };
}
