import { type AuthoredOutcome, isPresent, presentOf } from '../../domain/outcome.ts';
import { oneLine } from '../../util/text.ts';
import { absenceOf, absenceOfAll, valueOrReason } from '../absences.ts';
import { majorityOf, maxTextColumns } from '../most-frequent-text.ts';
import type { OutcomeKind, UnitTexts } from '../outcome-kind.ts';
import { pseudonym, replaced, withheldText, withoutDetail } from '../pseudonyms.ts';
import { failRate } from './authored-measures.ts';
import { authoredColumns, authoredTally } from './authored-tally.ts';

export const authoredKind: OutcomeKind<AuthoredOutcome> = {
  columns: authoredColumns,
  tally: authoredTally,
  canOthersPredict: false,
  itemMeasure: failRate,
  itemTally: (outcome) => authoredTally(outcome, 'parsed'),
  missing: ({ authored, attempts }, slots) => absenceOf(authored) ?? absenceOfAll(attempts, slots),
  parts: ({ authored, attempts }) => [authored, ...attempts],
  executions: ({ attempts }) => attempts.length,
  atExecution: (outcome, k) => ({ ...outcome, attempts: outcome.attempts.slice(k, k + 1) }),
  facts: ({ authored, attempts }) => {
    const key = authored.kind === 'present' ? authored.value.key : valueOrReason(authored);
    return { unit: '', predicted: `not ${key}`, actual: valueOrReason(attempts[0]) };
  },
  texts,
  isRight: () => null,
  withheld: (outcome) => ({
    ...outcome,
    authored: replaced(outcome.authored, (authored) => ({
      ...authored,
      question: withheldText(authored.question),
      options: authored.options.map(withheldText),
      explanation: authored.explanation === null ? null : withheldText(authored.explanation),
    })),
    attempts: outcome.attempts.map(withoutDetail),
    peers: outcome.peers.map(withoutDetail),
    ...(outcome.judge === undefined ? {} : { judge: withoutDetail(outcome.judge) }),
    duplicateOf: outcome.duplicateOf === null ? null : pseudonym(outcome.duplicateOf),
  }),
};

function texts(outcome: AuthoredOutcome): UnitTexts {
  const letters = presentOf(outcome.attempts);
  const majority = majorityOf(letters);
  const written = isPresent(outcome.authored) ? outcome.authored.value : null;
  return {
    unit: '',
    prediction: written === null ? '' : `will miss ${written.key}: ${oneLine(written.question, maxTextColumns)}`,
    outcome: majority.text === '' ? '' : `chose ${majority.text}`,
    score: failRate.value(authoredTally(outcome, 'parsed')),
    ...{ agree: majority.count, executions: letters.length },
    ...{ behavior: null, judgesDiffer: false },
  };
}
