import { isPresent, type NumericOutcome, type Observed, presentOf } from '../../domain/outcome.ts';
import { absenceOf, absenceOfAll, valueOrReason } from '../absences.ts';
import type { OutcomeKind, UnitTexts } from '../outcome-kind.ts';
import { withoutDetail } from '../pseudonyms.ts';
import { withinFactorTwo } from './numeric-measures.ts';
import { constantLogs, isNear, numericColumns, numericTally } from './numeric-tally.ts';

export const numericKind: OutcomeKind<NumericOutcome> = {
  columns: numericColumns,
  tally: numericTally,
  canOthersPredict: false,
  itemMeasure: withinFactorTwo,
  itemTally: (outcome) => numericTally(outcome, 'parsed'),
  itemConstants: ({ executions }) => {
    const logs = presentOf(executions).map(Math.log2);
    if (logs.length === 0) return null;
    return constantLogs.map((constant) => logs.filter((log) => isNear(constant, log)).length / logs.length);
  },
  missing: ({ prediction, executions }, slots) => absenceOf(prediction) ?? absenceOfAll(executions, slots),
  parts: ({ prediction, executions }) => [prediction, ...executions],
  executions: ({ executions }) => executions.length,
  atExecution: (outcome, k) => ({ ...outcome, executions: outcome.executions.slice(k, k + 1) }),
  predictedText: ({ prediction }) => (isPresent(prediction) ? String(prediction.value) : null),
  facts: ({ unit, prediction, executions }) => ({
    unit,
    predicted: valueOrReason(prediction),
    actual: valueOrReason(executions[0]),
  }),
  texts,
  isRight: () => null,
  withheld: (outcome) => ({
    ...outcome,
    prediction: withoutDetail(outcome.prediction),
    executions: outcome.executions.map(withoutDetail),
    rule: null, // it is computed from the item's text
  }),
};

/** The score is the share of executions within a factor of two of the prediction; `agree` counts those near the median. */
function texts({ unit, prediction, executions }: NumericOutcome): UnitTexts {
  const values = presentOf(executions);
  const middle = middleOf(values);
  return {
    unit,
    prediction: textOf(prediction),
    outcome: middle === null ? '' : String(middle),
    score: isPresent(prediction) && values.length > 0 ? countNear(values, prediction.value) / values.length : null,
    ...{ agree: middle === null ? 0 : countNear(values, middle), executions: values.length },
    ...{ behavior: null, judgesDiffer: false },
  };
}

function textOf(part: Observed<number>): string {
  return isPresent(part) ? String(part.value) : '';
}

function countNear(values: readonly number[], value: number): number {
  return values.filter((other) => isNear(Math.log2(value), Math.log2(other))).length;
}

/** Returns the median, the lower one of two; null without values. */
function middleOf(values: readonly number[]): number | null {
  return values.toSorted((one, other) => one - other)[Math.floor((values.length - 1) / 2)] ?? null;
}
