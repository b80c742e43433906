import { type DecisionOutcome, isPresent, type Observed, presentOf } from '../../domain/outcome.ts';
import { absenceOf, absenceOfAll, valueOrReason } from '../absences.ts';
import { majorityOf } from '../most-frequent-text.ts';
import type { OutcomeKind, UnitTexts } from '../outcome-kind.ts';
import { withoutDetail } from '../pseudonyms.ts';
import { payoff } from './decision-measures.ts';
import { decisionColumns, decisionTally } from './decision-tally.ts';

export const decisionKind: OutcomeKind<DecisionOutcome> = {
  columns: decisionColumns,
  tally: decisionTally,
  canOthersPredict: false,
  itemMeasure: payoff,
  itemTally: (outcome) => decisionTally(outcome, 'parsed'),
  missing: ({ choice, payoffs }, slots) => absenceOf(choice) ?? absenceOfAll(payoffs, slots),
  parts: ({ choice, payoffs }) => [choice, ...payoffs],
  executions: ({ payoffs }) => payoffs.length,
  atExecution: (outcome, k) => ({ ...outcome, payoffs: outcome.payoffs.slice(k, k + 1) }),
  predictedText: ({ choice, options }) => (isPresent(choice) ? (options[choice.value] ?? String(choice.value)) : null),
  facts: ({ unit, options, choice, payoffs }) => ({
    unit,
    predicted: valueOrReason(nameOf(choice, options)),
    actual: valueOrReason(bestOf(payoffs[0], options)),
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
function bestOf(
  payoffs: Observed<readonly number[]> | undefined,
  options: readonly string[],
): Observed<string> | undefined {
  if (payoffs === undefined || !isPresent(payoffs)) return payoffs;
  const best = Math.max(...payoffs.value);
  return { ...payoffs, value: options.filter((_, option) => payoffs.value[option] === best).join(' or ') };
}

/** The score is the mean payoff of the choice; the outcome is the option that would have been best most often. */
function texts({ unit, options, choice, payoffs }: DecisionOutcome): UnitTexts {
  const values = presentOf(payoffs);
  const best = majorityOf(presentOf(payoffs.flatMap((part) => bestOf(part, options) ?? [])));
  const gained = isPresent(choice) ? values.map((each) => each[choice.value] ?? 0) : [];
  return {
    unit,
    prediction: isPresent(choice) ? (options[choice.value] ?? '') : '',
    outcome: best.text,
    score: gained.length === 0 ? null : gained.reduce((sum, each) => sum + each, 0) / gained.length,
    ...{ agree: best.count, executions: values.length },
    behavior: best.isTie ? null : best.text,
    judgesDiffer: false,
  };
}
