import { isPresent, presentOf, type TextOutcome } from '../../domain/outcome.ts';
import { oneLine } from '../../util/text.ts';
import { absenceOf, absenceOfAll, valueOrReason } from '../absences.ts';
import { majorityOf, maxTextColumns } from '../most-frequent-text.ts';
import type { OutcomeKind, UnitTexts } from '../outcome-kind.ts';
import { replaced, withheldText, withoutDetail } from '../pseudonyms.ts';
import { editSimilarity } from './text-measures.ts';
import { textColumns, textTally } from './text-tally.ts';

/** Maximum width of a predicted text in a reason. */
const maxReasonColumns = 40;

export const textKind: OutcomeKind<TextOutcome> = {
  columns: textColumns,
  tally: textTally,
  canOthersPredict: false,
  itemMeasure: editSimilarity,
  itemTally: (outcome) => textTally(outcome, 'parsed'),
  missing: ({ prediction, executions }, slots) => absenceOf(prediction) ?? absenceOfAll(executions, slots),
  parts: ({ prediction, executions }) => [prediction, ...executions],
  executions: ({ executions }) => executions.length,
  atExecution: (outcome, k) => ({ ...outcome, executions: outcome.executions.slice(k, k + 1) }),
  predictedText: ({ prediction }) =>
    isPresent(prediction) ? JSON.stringify(oneLine(prediction.value, maxReasonColumns)) : null,
  facts: ({ prediction, executions }) => ({
    unit: '',
    predicted: valueOrReason(prediction),
    actual: valueOrReason(executions[0]),
  }),
  texts,
  isRight: ({ failure }) => failure === null,
  withheld: (outcome) => ({
    ...outcome,
    prediction: replaced(outcome.prediction, withheldText),
    executions: outcome.executions.map((part) => replaced(part, withheldText)),
    unrelated: outcome.unrelated === null ? null : withheldText(outcome.unrelated),
    ...(outcome.judgedFailure === undefined ? {} : { judgedFailure: withoutDetail(outcome.judgedFailure) }),
  }),
};

function texts(outcome: TextOutcome): UnitTexts {
  const responses = presentOf(outcome.executions);
  const majority = majorityOf(responses);
  return {
    unit: '',
    prediction: isPresent(outcome.prediction) ? oneLine(outcome.prediction.value, maxTextColumns) : '',
    outcome: oneLine(majority.text, maxTextColumns),
    score: editSimilarity.value(textTally(outcome, 'parsed')),
    ...{ agree: majority.count, executions: responses.length },
    ...{ behavior: null, judgesDiffer: false },
  };
}
