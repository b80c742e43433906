import {
  type BinaryOutcome,
  type CategoricalOutcome,
  type NumericOutcome,
  type Observed,
  type RankingOutcome,
  type Solve,
  type YesNo,
  yesNoNumber,
} from '../../domain/outcome.ts';
import { predictedValues } from '../../measures/categorical.ts';
import { modeOf } from '../../measures/item-rule.ts';
import { GrowingNumbers } from './growing-numbers.ts';

/** Columns of one model's predictions and executions, by unit or question. */
interface OutcomeColumns {
  readonly prediction: GrowingNumbers;
  readonly probability: GrowingNumbers;
  readonly executions: GrowingNumbers[];
}

/** Assigns indices to names. */
interface Numbering {
  number(name: string): number;
}

export function addNumeric({ prediction, executions }: OutcomeColumns, unit: number, outcome: NumericOutcome): void {
  const log = (part: Observed<number>) => (part.kind === 'present' ? Math.log2(part.value) : Number.NaN);
  prediction.set(unit, log(outcome.prediction));
  for (const [sample, execution] of outcome.executions.entries())
    executionOf(executions, sample).set(unit, log(execution));
}

export function addBinary(responses: OutcomeColumns, unit: number, outcome: BinaryOutcome): void {
  const { prediction, probability, executions } = responses;
  const number = (part: Observed<YesNo>) => (part.kind === 'present' ? yesNoNumber(part.value) : Number.NaN);
  prediction.set(unit, number(outcome.prediction));
  if (outcome.prediction.kind === 'present' && outcome.probability !== null) probability.set(unit, outcome.probability);
  for (const [sample, execution] of outcome.executions.entries()) {
    executionOf(executions, sample).set(unit, number(execution));
  }
}

interface Valued {
  readonly outcome: CategoricalOutcome;
  readonly values: Numbering;
}

/** Adds a categorical outcome. Of repeated predictions the most frequent value counts, the first one on ties. */
export function addCategorical(
  { prediction, executions }: OutcomeColumns,
  unit: number,
  { outcome, values }: Valued,
): void {
  const mode = modeOf(predictedValues(outcome));
  prediction.set(unit, mode === null ? Number.NaN : values.number(mode));
  for (const [sample, execution] of outcome.executions.entries()) {
    const number = execution.kind === 'present' ? values.number(execution.value) : Number.NaN;
    executionOf(executions, sample).set(unit, number);
  }
}

export function addRanking({ prediction, executions }: OutcomeColumns, first: number, outcome: RankingOutcome): void {
  for (const [index, name] of outcome.units.entries()) {
    const position = outcome.prediction.kind === 'present' ? outcome.prediction.value.indexOf(name) : Number.NaN;
    prediction.set(first + index, position);
    for (const [sample, solves] of outcome.executions.entries()) {
      executionOf(executions, sample).set(first + index, solveNumber(solves[index]));
    }
  }
}

function solveNumber(solve: Solve | undefined): number {
  if (solve === undefined || solve.correct.kind === 'absent' || solve.tokens === null) return Number.NaN;
  return solve.correct.value ? solve.tokens : -1 - solve.tokens;
}

export function executionOf(executions: GrowingNumbers[], sample: number): GrowingNumbers {
  const known = executions[sample];
  if (known !== undefined) return known;
  const made = new GrowingNumbers();
  executions[sample] = made;
  return made;
}

/** Returns the result of an execution of a question from its stored number; null where it is not usable. */
export function decodeSolve(number: number): { readonly correct: boolean; readonly tokens: number } | null {
  if (Number.isNaN(number)) return null;
  return number >= 0 ? { correct: true, tokens: number } : { correct: false, tokens: -1 - number };
}
