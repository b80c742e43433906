import { type BinaryOutcome, isPresent, type Observed, presentOf } from '../../domain/outcome.ts';
import { absenceOf, absenceOfAll, valueOrReason } from '../absences.ts';
import { majorityOf } from '../most-frequent-text.ts';
import type { OutcomeKind, OutcomeWords, UnitTexts } from '../outcome-kind.ts';
import { pseudonym, withoutDetail } from '../pseudonyms.ts';
import { accuracy } from './binary-measures.ts';
import { binaryColumns, binaryTally } from './binary-tally.ts';

export const binaryKind: OutcomeKind<BinaryOutcome> = {
  columns: binaryColumns,
  tally: binaryTally,
  canOthersPredict: true,
  itemMeasure: accuracy,
  itemTally: (outcome) => binaryTally(outcome, 'parsed'),
  missing: ({ prediction, executions }, slots) => absenceOf(prediction) ?? absenceOfAll(executions, slots),
  parts: ({ prediction, executions }) => [prediction, ...executions],
  executions: ({ executions }) => executions.length,
  atExecution: (outcome, k) => ({
    ...outcome,
    executions: outcome.executions.slice(k, k + 1),
    ...(outcome.unchanged === undefined ? {} : { unchanged: outcome.unchanged.slice(k, k + 1) }),
  }),
  predictedText: ({ prediction, probability }) => {
    if (!isPresent(prediction)) return null;
    return probability === null ? String(prediction.value) : `${Math.round(100 * probability)} %`;
  },
  facts: ({ unit, prediction, probability, executions }) => {
    const facts = { unit, predicted: valueOrReason(prediction), actual: valueOrReason(executions[0]) };
    return probability === null ? facts : { ...facts, probability };
  },
  texts,
  isRight: () => null,
  withheld: (outcome) => ({
    ...outcome,
    unit: outcome.unit === '' ? '' : pseudonym(outcome.unit),
    prediction: withoutDetail(outcome.prediction),
    executions: outcome.executions.map(withoutDetail),
    ...(outcome.unchanged === undefined
      ? {}
      : { unchanged: outcome.unchanged.map((each) => ({ ...each, value: withoutDetail(each.value) })) }),
    ...(outcome.judgements === undefined
      ? {}
      : { judgements: outcome.judgements.map((each) => ({ ...each, verdicts: each.verdicts.map(withoutDetail) })) }),
  }),
};

/** A predicted probability of exactly one half, which is neither of the two words. */
const halfWord = '50 %';

function texts({ unit, prediction, executions, judgements = [] }: BinaryOutcome, words: OutcomeWords): UnitTexts {
  const word = (value: boolean) => (value ? words.yes : words.no);
  const values = presentOf(executions);
  const majority = majorityOf(values.map(word));
  const isHalf = isPresent(prediction) && prediction.value === 'half';
  const predicted = !isPresent(prediction) ? '' : prediction.value === 'half' ? halfWord : word(prediction.value);
  return {
    unit,
    prediction: predicted,
    outcome: majority.text,
    score:
      values.length === 0
        ? null
        : isHalf
          ? 0.5
          : values.filter((value) => word(value) === predicted).length / values.length,
    ...{ agree: majority.count, executions: values.length },
    behavior: majority.isTie ? null : majority.text,
    judgesDiffer: judgesDiffer(judgements),
  };
}

/** Returns whether two judges disagree on whether a response answers or refuses. */
function judgesDiffer(judgements: readonly { readonly verdicts: readonly Observed<string>[] }[]): boolean {
  if (judgements.length < 2) return false;
  const samples = Math.max(0, ...judgements.map(({ verdicts }) => verdicts.length));
  return Array.from({ length: samples }, (_, sample) => sample).some((sample) => {
    const answered = judgements.flatMap(({ verdicts }) => {
      const verdict = verdicts[sample];
      return verdict?.kind === 'present' ? [verdict.value === 'compliance'] : [];
    });
    return new Set(answered).size > 1;
  });
}
