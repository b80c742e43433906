import { type EditOutcome, isPresent, presentOf } from '../../domain/outcome.ts';
import { absenceOf, absenceOfAll, valueOrReason } from '../absences.ts';
import { majorityOf } from '../most-frequent-text.ts';
import type { OutcomeKind, UnitTexts } from '../outcome-kind.ts';
import { withoutDetail } from '../pseudonyms.ts';
import { flipRate } from './edit-measures.ts';
import { editColumns, editTally, isSmall } from './edit-tally.ts';

const words = { true: 'another answer', false: 'the same answer' } as const;

export const editKind: OutcomeKind<EditOutcome> = {
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
