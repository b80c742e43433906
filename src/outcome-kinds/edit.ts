import type { Measure } from '../domain/measure.ts';
import { isPresent, type Observed, presentOf } from '../domain/outcome.ts';
import type { UnitPolicy } from '../domain/policy.ts';
import { absenceOf, absenceOfAll, isNotAsked, valueOrReason } from './absences.ts';
import type { OutcomeKind, UnitTexts } from './outcome-kind.ts';
import { bestConstant, meansOf, termsOf } from './terms.ts';
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
 * Terms of a change. Weights sum to 1 per outcome, shared by its executions. `flips` sums the executions whose
 * answer differs after a change that is small enough, `flipSize` the sizes of these changes; `choices` is the weight of
 * executions with answers to both inputs, `lost` the weight that counts as wrong. `changes` counts the readable changes,
 * `small` those within the limit. `rules` are the shares of executions whose answer differs after a change by rule;
 * `known` is their weight. Under `parsed`, an outcome without a change has no terms.
 */
const terms = termsOf('edit', ['flips', 'flipSize', 'choices', 'lost', 'changes', 'small', 'known'], {
  rules: maxRules,
});
type EditTerms = ReturnType<typeof terms.zero>;

/** Returns whether a change is within its limit and not empty. */
function isSmall({ distance, limit }: Pick<EditOutcome, 'distance' | 'limit'>): boolean {
  return distance !== null && distance > 0 && distance <= limit;
}

/** Returns the terms of one outcome. RangeError beyond the maximum number of rules. */
function editTerms(outcome: EditOutcome, policy: UnitPolicy): EditTerms {
  const { change, size, rules } = outcome;
  if (rules.length > maxRules) throw new RangeError(`a change is compared with at most ${maxRules} rules`);
  const own = terms.zero();
  const executions = outcome.executions.filter((part) => !isNotAsked(part));
  const isMissing = change.kind === 'absent';
  if (isNotAsked(change) || (!isMissing && executions.length === 0)) return own;
  if (isMissing && policy === 'parsed') return own;
  const differs = presentOf(executions);
  own.changes = Number(!isMissing);
  own.small = Number(isSmall(outcome));
  if (policy === 'parsed' && differs.length === 0) return own;
  for (const [index, rule] of rules.entries()) own.addTo('rules', index, shareOf(presentOf(rule.executions)));
  own.known = 1;
  if (isMissing) {
    own.lost = 1;
    return own;
  }
  const each = 1 / (policy === 'parsed' ? Math.max(1, differs.length) : executions.length);
  own.flips = isSmall(outcome) ? each * differs.filter(Boolean).length : 0;
  own.flipSize = own.flips * (size ?? 0);
  own.choices = each * differs.length;
  if (policy === 'failures-wrong') own.lost = each * (executions.length - differs.length);
  return own;
}

/** Returns the share of true values; 0 without values. */
function shareOf(values: readonly boolean[]): number {
  return values.length === 0 ? 0 : values.filter(Boolean).length / values.length;
}

const { of, mean, share } = terms;

/**
 * Returns a measure of an experiment with changes by rule: the share of executions whose answer differs after the model's
 * change, which must be small. Base rate: the best of the rules. Item rule: the rule at `itemRule`.
 */
export function flipRate(itemRule: 0 | 1 | 2 | 3): Measure {
  return {
    ...share('flip_rate', ['flips', ({ choices, lost }) => choices + lost], { lost: 'lost' }),
    ...bestConstant(of((own) => meansOf(own.list('rules'), own.known))),
    itemRule: ruleFlipRate('', itemRule).value,
  };
}

/** Mean size of the changes that flip the answer: characters changed as a share of the longer input, in [0, 1]. */
export const changeSize: Measure = mean('change_size', 'share', ['flipSize', 'flips']);

/** Share of readable changes that are within the limit and not empty. */
export const smallChangeShare: Measure = share('small_change_share', ['small', 'changes']);

/** Returns the measure of one rule: the share of executions whose answer differs after its change. */
export function ruleFlipRate(name: string, rule: 0 | 1 | 2 | 3): Measure {
  return share(name, [(own) => own.list('rules')[rule] ?? 0, 'known']);
}

const words = { true: 'another answer', false: 'the same answer' } as const;

export const editKind: OutcomeKind<EditOutcome> = {
  scoring: null,
  terms: (outcome, policy) => editTerms(outcome, policy).numbers,
  itemMeasure: flipRate(0),
  canOthersPredict: false,
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

/** The outcome says what most executions did. */
function texts({ unit, change, executions }: EditOutcome): UnitTexts {
  const differs = presentOf(executions);
  const most = majorityOf(differs.map((each) => words[`${each}`]));
  return {
    unit,
    prediction: isPresent(change) ? change.value : '',
    outcome: most.text,
    ...{ agree: most.count, executions: differs.length },
    ...{ behavior: null, judgesDiffer: false },
  };
}
