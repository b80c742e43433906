import { type DecisionOutcome, presentOf } from '../../domain/outcome.ts';
import type { TallyPolicy } from '../../domain/policy.ts';
import { isNotAsked } from '../absences.ts';

/** Maximum number of fixed rules that an outcome can list. */
export const maxRules = 8;

/**
 * Columns of a decision tally. Weights sum to 1 per outcome, shared by its executions. `payoff` sums the payoffs of the
 * choices, `first` the choices of the first option; `lost` is the weight of missing values that count as wrong. `repeat`
 * sums the payoff of choosing the best option of another execution, over all ordered pairs. `bestUp` and `bestDown` choose
 * the option with the highest mean payoff of all executions, and of all but the scored one. `rule` columns are the payoffs
 * of fixed rules. Under `parsed`, an outcome without a choice is excluded from all columns.
 */
export const decisionColumns = [
  'payoff',
  'first',
  'choices',
  'lost',
  'known',
  'repeatPayoff',
  'repeats',
  'bestUp',
  'bestDown',
  'bestUnits',
  ...Array.from({ length: maxRules }, (_, index) => `rule${index}` as const),
] as const;
type DecisionColumn = (typeof decisionColumns)[number];

/** Index of each column that is not a list. */
export const decisionPlaces = Object.fromEntries(decisionColumns.map((name, index) => [name, index])) as Readonly<
  Record<Exclude<DecisionColumn, `${string}${number}`>, number>
>; // all columns

/** Index of the column of the first rule. */
export const firstRule = decisionColumns.indexOf('rule0');

const at = decisionPlaces;

/** Returns the tally of one outcome. RangeError beyond the maximum number of rules. */
export function decisionTally(outcome: DecisionOutcome, policy: TallyPolicy): readonly number[] {
  const { choice, rules } = outcome;
  if (rules.length > maxRules) throw new RangeError(`a decision has at most ${maxRules} fixed rules`);
  const counts: number[] = decisionColumns.map(() => 0);
  const add = (index: number, amount: number) => {
    counts[index] = (counts[index] as number) + amount;
  };
  const executions = outcome.payoffs.filter((part) => !isNotAsked(part));
  if (isNotAsked(choice) || executions.length === 0) return counts;
  if (policy === 'parsed' && choice.kind === 'absent') return counts;
  const known = presentOf(executions);
  const share = 1 / (policy === 'parsed' ? Math.max(1, known.length) : executions.length);
  for (const payoffs of known) {
    add(at.known, share);
    for (const [index, option] of rules.entries()) add(firstRule + index, share * (payoffs[option] ?? 0));
    if (choice.kind === 'absent') continue;
    add(at.payoff, share * (payoffs[choice.value] ?? 0));
    add(at.first, choice.value === 0 ? share : 0);
    add(at.choices, share);
  }
  if (policy === 'failures-wrong') {
    add(at.lost, choice.kind === 'absent' ? 1 : share * (executions.length - known.length));
  }
  addRepeats(known, add);
  return counts;
}

/** Adds the payoffs of choices that were made with the knowledge of executions. */
function addRepeats(known: readonly (readonly number[])[], add: (index: number, amount: number) => void): void {
  const n = known.length;
  if (n < 2) return;
  for (const [index, payoffs] of known.entries()) {
    const others = known.toSpliced(index, 1);
    add(at.bestUp, payoffOf(payoffs, known) / n);
    add(at.bestDown, payoffOf(payoffs, others) / n);
    for (const other of others) add(at.repeatPayoff, payoffOf(payoffs, [other]) / (n * (n - 1)));
  }
  add(at.bestUnits, 1);
  add(at.repeats, 1);
}

/** Returns the payoff of the option that has the highest summed payoff in other executions, the mean of equal ones. */
function payoffOf(payoffs: readonly number[], others: readonly (readonly number[])[]): number {
  const sums = payoffs.map((_, option) => others.reduce((sum, each) => sum + (each[option] ?? 0), 0));
  const best = Math.max(...sums);
  const chosen = payoffs.filter((_, option) => sums[option] === best);
  return chosen.reduce((sum, each) => sum + each, 0) / chosen.length;
}
