import { isPresent, type RankingOutcome, type Solve } from '../../domain/outcome.ts';
import type { SlotKinds } from '../../domain/slot.ts';
import { absenceOf, firstAbsence, slotNamed, valueOrReason } from '../absences.ts';
import { majorityOf } from '../most-frequent-text.ts';
import type { OutcomeKind, UnitTexts } from '../outcome-kind.ts';
import { pseudonym, replaced, withoutDetail } from '../pseudonyms.ts';
import { type RankedQuestion, rankedQuestions } from './ranked-questions.ts';
import { rankingColumns } from './ranking-columns.ts';
import { orderAccuracy } from './ranking-measures.ts';
import { predictionTally, rankedTokens, rankingTally } from './ranking-tally.ts';

export const rankingKind: OutcomeKind<RankingOutcome> = {
  columns: rankingColumns,
  tally: rankingTally,
  canOthersPredict: true,
  itemMeasure: orderAccuracy,
  itemTally: predictionTally,
  missing: (outcome, slots) => absenceOf(outcome.prediction) ?? missingExecution(outcome, slots),
  parts: ({ prediction, executions }) => [prediction, ...executions.flat().map(({ correct }) => correct)],
  executions: ({ executions }) => executions.length,
  atExecution: (outcome, k) => ({ ...outcome, executions: outcome.executions.slice(k, k + 1) }),
  // by the names that the model wrote: those of units differ by item
  predictedText: ({ prediction, units, promptNames }) =>
    isPresent(prediction)
      ? prediction.value.map((unit) => promptNames?.[units.indexOf(unit)] ?? unit).join(', ')
      : null,
  facts: ({ units, prediction, executions }) => {
    const actual = (executions[0] ?? []).map(({ correct, tokens }, index) => ({
      unit: units[index] ?? '',
      correct: valueOrReason(correct),
      tokens: tokens ?? 'not counted',
    }));
    return { unit: '', predicted: valueOrReason(prediction), actual };
  },
  texts,
  isRight: () => null,
  withheld: (outcome) => ({
    ...outcome,
    units: outcome.units.map(pseudonym),
    prediction: replaced(outcome.prediction, (names) => names.map(pseudonym)),
    executions: outcome.executions.map((solves) =>
      solves.map((solve): Solve => ({ ...solve, correct: withoutDetail(solve.correct) })),
    ),
    label: outcome.label?.map(pseudonym) ?? null,
  }),
};

function missingExecution({ executions }: RankingOutcome, slots: SlotKinds): string | null {
  const complete = executions.some((solves) => solves.every(({ correct }) => isPresent(correct)));
  if (complete) {
    const isRanked = (solve: Solve) => isPresent(solve.correct) && rankedTokens(solve) !== null;
    const counted = executions.some((solves) => solves.every(isRanked));
    return counted ? null : `${slotNamed(slots, 'behave')}: tokens not counted`;
  }
  const first = executions[0]?.map(({ correct }) => correct).find((correct) => !isPresent(correct));
  return firstAbsence(first, slots, 'behave');
}

/** Returns an order from the easiest question on: `q2 < q1 = q3`, where `=` is a tie. */
function orderText(sorted: readonly RankedQuestion[]): string {
  const signs = sorted.map(({ actual }, index) => (actual === sorted[index - 1]?.actual ? ' = ' : ' < '));
  return sorted.map(({ question }, index) => `${index === 0 ? '' : signs[index]}${question}`).join('');
}

function texts(outcome: RankingOutcome): UnitTexts {
  const orders = rankedQuestions(outcome).flatMap((execution) => {
    if (execution.some(({ actual }) => actual === null)) return [];
    const sorted = execution.toSorted((a, b) => Number(a.actual) - Number(b.actual));
    return [orderText(sorted)];
  });
  const majority = majorityOf(orders);
  return {
    unit: '',
    prediction: isPresent(outcome.prediction) ? outcome.prediction.value.join(' < ') : '',
    outcome: majority.text,
    score: orderAccuracy.value(predictionTally(outcome)),
    ...{ agree: majority.count, executions: orders.length },
    ...{ behavior: null, judgesDiffer: false },
  };
}
