import type { Measure } from '../domain/measure.ts';
import { isPresent, type Observed, presentOf } from '../domain/outcome.ts';
import type { UnitPolicy } from '../domain/policy.ts';
import { ratio } from '../stats/moments.ts';
import { type AnswerKind, bestOf, type Constant, mixMeans } from '../stats/rungs/answer-kind.ts';
import {
  absenceOf,
  absenceOfAll,
  countedExecutions,
  isUnasked,
  lostExecutions,
  presentValue,
  valueOrReason,
} from './absences.ts';
import type { OutcomeKind, ScoredUnit, UnitTexts } from './outcome-kind.ts';
import { bestConstant, meansOf, termsOf } from './terms.ts';
import { majorityOf, withoutDetail } from './unit-text.ts';

/** One choice between options whose payoffs the model's behavior decides. */
export interface DecisionOutcome {
  readonly kind: 'decision';
  readonly unit: string;
  /** Names of the options, in a fixed order. */
  readonly options: readonly [string, string, ...string[]];
  /** Index of the chosen option. */
  readonly choice: Observed<number>;
  /** One per execution, in sample order: the payoff of each option, in [0, 1]. */
  readonly payoffs: readonly Observed<readonly number[]>[];
  /** Index of the option that each fixed rule chooses, which knows the item but not the model; as many in every item. */
  readonly rules: readonly number[];
}

/** Payoff of each option, in [0, 1]: the mean of the executions. */
export type Payoffs = readonly number[];

const score = (choice: number, payoffs: Payoffs) => payoffs[choice] as number;

function indexOf(payoffs: Payoffs, wanted: number): number {
  return payoffs.indexOf(wanted);
}

/**
 * Choices between options whose payoffs the model's behavior decides. Score: the payoff of the choice. Deal them among
 * items with the same offer (`UnitScores.offers`), because a choice means nothing under another offer.
 */
export function decision(options: readonly string[]): AnswerKind<number, Payoffs> {
  const constants: readonly Constant<number>[] = options.map((name, answer) => ({ name: `always ${name}`, answer }));
  const best = (outcomes: readonly Payoffs[]) => bestOf(constants, outcomes, score);
  const payoffsOf = (choice: number, worst: 'lowest' | 'highest') =>
    options.map((_, option) => Number((option === choice) === (worst === 'highest')));
  return {
    name: 'decision',
    others: { kind: 'not asked', reason: null },
    scale: { lowest: 0, highest: 1 },
    isShare: false,
    score,
    deal: (predictions, outcomes) => {
      const said = options.map(
        (_, option) => predictions.filter((choice) => choice === option).length / predictions.length,
      );
      const mean = options.map(
        (_, option) => outcomes.reduce((sum, each) => sum + score(option, each), 0) / outcomes.length,
      );
      return {
        ofPredictions: Float64Array.from(predictions, (choice) => mean[choice] as number),
        ofOutcomes: Float64Array.from(outcomes, (each) =>
          said.reduce((sum, p, option) => sum + p * score(option, each), 0),
        ),
      };
    },
    constants: () => constants,
    best,
    predictionKey: (choice) => choice,
    outcomeKey: (payoffs) => payoffs.join(' '),
    fill: ({ prediction, outcome }, { worst, alternative }) => {
      if (prediction !== null && outcome !== null) return { prediction, outcome };
      if (outcome !== null) {
        const wanted = worst === 'lowest' ? Math.min(...outcome) : Math.max(...outcome);
        return { prediction: indexOf(outcome, wanted), outcome };
      }
      const choice = prediction ?? (alternative ? options.length - 1 : 0);
      return { prediction: choice, outcome: payoffsOf(choice, worst) };
    },
    mix: mixMeans,
    lowest: (payoffs) => Math.min(...payoffs),
    lowestDifference: (choice, constant) => (choice === constant ? 0 : -1),
  };
}

/** Maximum number of fixed rules that an outcome can list. */
const maxRules = 8;

/**
 * Terms of a decision. Weights sum to 1 per outcome, shared by its executions. `payoff` sums the payoffs of the
 * choices, `first` the choices of the first option; `lost` is the weight of missing values that count as wrong. `repeat`
 * sums the payoff of choosing the best option of another execution, over all ordered pairs. `rules` are the payoffs
 * of fixed rules.
 */
const terms = termsOf('decision', ['payoff', 'first', 'choices', 'lost', 'known', 'repeatPayoff', 'repeats'], {
  rules: maxRules,
});
type DecisionTerms = ReturnType<typeof terms.zero>;

/** Returns the terms of one outcome. RangeError beyond the maximum number of rules. */
function decisionTerms(outcome: DecisionOutcome, policy: UnitPolicy): DecisionTerms {
  const { choice, rules } = outcome;
  if (rules.length > maxRules) throw new RangeError(`a decision has at most ${maxRules} fixed rules`);
  const own = terms.zero();
  const counts = countedExecutions(choice, outcome.payoffs, policy);
  if (counts === null) return own;
  const { known, share: each, lost } = counts;
  for (const payoffs of known) {
    own.known += each;
    for (const [index, option] of rules.entries()) own.addTo('rules', index, each * score(option, payoffs));
    if (choice.kind === 'absent') continue;
    own.payoff += each * score(choice.value, payoffs);
    own.first += choice.value === 0 ? each : 0;
    own.choices += each;
  }
  own.lost = lost;
  addRepeats(own, known);
  return own;
}

/** Adds the payoffs of choices that were made with the knowledge of executions. */
function addRepeats(own: DecisionTerms, known: readonly (readonly number[])[]): void {
  const n = known.length;
  if (n < 2) return;
  for (const [index, payoffs] of known.entries()) {
    const others = known.toSpliced(index, 1);
    for (const other of others) own.repeatPayoff += payoffOf(payoffs, [other]) / (n * (n - 1));
  }
  own.repeats = 1;
}

/** Returns the payoff of the option that has the highest summed payoff in other executions, the mean of equal ones. */
function payoffOf(payoffs: readonly number[], others: readonly (readonly number[])[]): number {
  const sums = payoffs.map((_, option) => others.reduce((sum, each) => sum + (each[option] ?? 0), 0));
  const best = Math.max(...sums);
  const chosen = payoffs.filter((_, option) => sums[option] === best);
  return chosen.reduce((sum, each) => sum + each, 0) / chosen.length;
}

const { of, mean, share } = terms;

/**
 * Mean payoff of the choices, in [0, 1]; a missing choice has payoff 0 where missing values count as wrong. Base rate: the
 * best fixed rule. Re-execution: the best option of another execution.
 */
export const payoff: Measure = {
  ...mean('payoff', 'share', ['payoff', ({ choices, lost }) => choices + lost], { lost: 'lost' }),
  ...bestConstant(of((own) => meansOf(own.list('rules'), own.known))),
  reexecution: of(({ repeatPayoff, repeats }) => ratio(repeatPayoff, repeats)),
};

/** Share of decisions that choose the first option. */
export const firstOptionRate: Measure = share('first_option_rate', ['first', 'choices']);

export const decisionKind: OutcomeKind<DecisionOutcome> = {
  scoring: {
    answers: ({ options }) => decision(options) as AnswerKind<unknown, unknown>, // called with values of this kind only
    words: () => ({ measure: 'payoff', unit: 'share', better: 'higher' }),
    isAsked: ({ choice, payoffs }) => !isUnasked(choice, payoffs),
    unit: scoredUnit,
  },
  terms: (outcome, policy) => decisionTerms(outcome, policy).numbers,
  itemMeasure: payoff,
  canOthersPredict: false,
  missing: ({ choice, payoffs }, slots) => absenceOf(choice) ?? absenceOfAll(payoffs, slots),
  parts: ({ choice, payoffs }) => [choice, ...payoffs],
  executions: ({ payoffs }) => payoffs.length,
  atExecution: (outcome, k) => ({ ...outcome, payoffs: outcome.payoffs.slice(k, k + 1) }),
  facts: ({ unit, options, choice, payoffs }) => ({
    unit,
    predicted: valueOrReason(nameOf(choice, options)),
    actual: valueOrReason(bestOptions(payoffs[0], options)),
  }),
  texts,
  isRight,
  withheld: (outcome) => ({
    ...outcome,
    choice: withoutDetail(outcome.choice),
    payoffs: outcome.payoffs.map(withoutDetail),
  }),
};

/** Returns whether no other option has a higher mean payoff over the executions; null where the outcome has no score. */
function isRight({ choice, payoffs }: DecisionOutcome): boolean | null {
  const values = presentOf(payoffs);
  if (!isPresent(choice) || values.length === 0) return null;
  const sums = (values[0] ?? []).map((_, option) => values.reduce((sum, each) => sum + (each[option] ?? 0), 0));
  return (sums[choice.value] ?? 0) >= Math.max(...sums);
}

/** Returns a choice as the name of its option. */
function nameOf(choice: Observed<number>, options: readonly string[]): Observed<string> {
  return isPresent(choice) ? { ...choice, value: options[choice.value] ?? '' } : choice;
}

/** Returns the names of the options with the highest payoff in an execution. */
function bestOptions(
  payoffs: Observed<readonly number[]> | undefined,
  options: readonly string[],
): Observed<string> | undefined {
  if (payoffs === undefined || !isPresent(payoffs)) return payoffs;
  const best = Math.max(...payoffs.value);
  return { ...payoffs, value: options.filter((_, option) => payoffs.value[option] === best).join(' or ') };
}

/** The outcome is the option that would have been best most often. */
function texts({ unit, options, choice, payoffs }: DecisionOutcome): UnitTexts {
  const values = presentOf(payoffs);
  const best = majorityOf(presentOf(payoffs.flatMap((part) => bestOptions(part, options) ?? [])));
  return {
    unit,
    prediction: isPresent(choice) ? (options[choice.value] ?? '') : '',
    outcome: best.text,
    ...{ agree: best.count, executions: values.length },
    behavior: best.isTie ? null : best.text,
    judgesDiffer: false,
  };
}

/** The mean payoffs of the executions; items with the same offer have the same choices of the fixed rules. */
function scoredUnit({ choice, payoffs, options, rules }: DecisionOutcome): ScoredUnit {
  const known = presentOf(payoffs);
  const mean = options.map((_, option) => known.reduce((sum, each) => sum + (each[option] ?? 0) / known.length, 0));
  return {
    prediction: presentValue(choice),
    outcome: known.length === 0 ? null : mean,
    executions: known.length,
    lost: lostExecutions(payoffs),
    label: null,
    offer: rules.join(' '),
    rules: rules.map((option, index) => [`rule ${index + 1}`, option] as const),
  };
}
