import { isPresent, type Observed, type Outcome, presentOf, type RankingOutcome } from '../../domain/outcome.ts';
import { failRate } from '../../measures/authored/authored-measures.ts';
import { missingReason } from '../../measures/missing-reason.ts';
import { orderAccuracy } from '../../measures/ranking/ranking-measures.ts';
import { predictionTally } from '../../measures/ranking/ranking-tally.ts';
import { tallyOf } from '../../measures/tally.ts';
import { editSimilarity } from '../../measures/text/text-measures.ts';
import { oneLine } from '../../util/text.ts';
import { assertNever } from '../../util/types.ts';
import type { UnitState } from '../contract/contract.ts';
import { rankingOf } from './item-ranking.ts';
import type { UnitWords } from './unit-words.ts';

/** Description of one outcome in a row of the items table, in words. */
export interface UnitRow {
  readonly unit: string;
  readonly prediction: string;
  readonly outcome: string;
  readonly state: UnitState;
  /** `slot: reason`; null where nothing is missing. */
  readonly reason: string | null;
  /** In [0, 1]; null where the unit is missing. */
  readonly score: number | null;
  /** Number of usable executions with the majority outcome. */
  readonly agree: number;
  /** Number of usable executions. */
  readonly executions: number;
  /** Majority outcome in a form that is equal for models that behaved alike; null where outcomes are not comparable. */
  readonly behavior: string | null;
  readonly judgesDiffer: boolean;
}

type Facts = Omit<UnitRow, 'state' | 'reason'>;

const maxTextColumns = 160;

/**
 * Describes one outcome: prediction, execution, and whether they match. Right and wrong depend on the majority of the
 * executions.
 */
export function unitRowOf(words: UnitWords, outcome: Outcome): UnitRow {
  const reason = missingReason(outcome, words.slots);
  const facts = factsOf(words, outcome);
  if (reason !== null) return { ...facts, state: 'missing', reason, score: null };
  return { ...facts, state: stateOf(outcome, facts.score), reason: null };
}

function stateOf(outcome: Outcome, score: number | null): UnitState {
  if (score === null) return 'missing';
  if (outcome.kind === 'text') return outcome.failure === null ? 'right' : 'wrong';
  if (score > 0.5) return 'right';
  return score < 0.5 ? 'wrong' : 'mixed';
}

function factsOf(words: UnitWords, outcome: Outcome): Facts {
  switch (outcome.kind) {
    case 'binary': {
      const word = (value: boolean) => (value ? words.yes : words.no);
      const values = presentOf(outcome.executions);
      const majority = majorityOf(values.map(word));
      const predicted = isPresent(outcome.forecast) ? word(outcome.forecast.value) : '';
      return {
        unit: outcome.unit,
        prediction: predicted,
        outcome: majority.text,
        score: values.length === 0 ? null : values.filter((value) => word(value) === predicted).length / values.length,
        ...{ agree: majority.count, executions: values.length },
        behavior: majority.isTie ? null : majority.text,
        judgesDiffer: judgesDiffer(outcome.judgements ?? []),
      };
    }
    case 'categorical': {
      const values = presentOf(outcome.executions);
      const majority = majorityOf(values);
      const predicted = presentOf(outcome.predictions)[0] ?? null;
      return {
        unit: outcome.unit,
        prediction: predicted === null ? '' : oneLine(predicted, maxTextColumns),
        outcome: oneLine(majority.text, maxTextColumns),
        score: predicted === null || values.length === 0 ? null : Number(predicted === majority.text),
        ...{ agree: majority.count, executions: values.length },
        behavior: majority.isTie ? null : majority.text,
        judgesDiffer: false,
      };
    }
    case 'ranking':
      return rankingFacts(outcome);
    case 'text': {
      const texts = presentOf(outcome.executions);
      const majority = majorityOf(texts);
      return {
        unit: '',
        prediction: isPresent(outcome.forecast) ? oneLine(outcome.forecast.value, maxTextColumns) : '',
        outcome: oneLine(majority.text, maxTextColumns),
        score: editSimilarity.value(tallyOf(outcome, 'parsed')),
        ...{ agree: majority.count, executions: texts.length },
        ...{ behavior: null, judgesDiffer: false },
      };
    }
    case 'authored': {
      const letters = presentOf(outcome.attempts);
      const majority = majorityOf(letters);
      const written = isPresent(outcome.authored) ? outcome.authored.value : null;
      return {
        unit: '',
        prediction: written === null ? '' : `will miss ${written.key}: ${oneLine(written.question, maxTextColumns)}`,
        outcome: majority.text === '' ? '' : `chose ${majority.text}`,
        score: failRate.value(tallyOf(outcome, 'parsed')),
        ...{ agree: majority.count, executions: letters.length },
        ...{ behavior: null, judgesDiffer: false },
      };
    }
    default:
      return assertNever(outcome);
  }
}

function rankingFacts(outcome: RankingOutcome): Facts {
  const orders = rankingOf([outcome]).flatMap((execution) => {
    if (execution.some(({ actual }) => actual === null)) return [];
    const sorted = execution.toSorted((a, b) => Number(a.actual) - Number(b.actual));
    return [sorted.map(({ question }) => question).join(' < ')];
  });
  const majority = majorityOf(orders);
  return {
    unit: '',
    prediction: isPresent(outcome.forecast) ? outcome.forecast.value.join(' < ') : '',
    outcome: majority.text,
    score: orderAccuracy.value(predictionTally(outcome)),
    ...{ agree: majority.count, executions: orders.length },
    ...{ behavior: null, judgesDiffer: false },
  };
}

/** Returns the most frequent text, the first one on ties; empty without texts. */
function majorityOf(texts: readonly string[]): {
  readonly text: string;
  readonly count: number;
  readonly isTie: boolean;
} {
  const [only = ''] = texts;
  if (texts.every((text) => text === only)) return { text: only, count: texts.length, isTie: false }; // most units
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  const count = Math.max(0, ...counts.values());
  const [first, second] = [...counts].filter((entry) => entry[1] === count);
  return { text: first?.[0] ?? '', count, isTie: second !== undefined };
}

/** Returns whether two judges disagree on whether a response answers or refuses. */
function judgesDiffer(judgements: readonly { readonly verdicts: readonly Observed<string>[] }[]): boolean {
  if (judgements.length < 2) return false;
  const samples = Math.max(0, ...judgements.map(({ verdicts }) => verdicts.length));
  return Array.from({ length: samples }, (_, sample) => sample).some((sample) => {
    const said = judgements.flatMap(({ verdicts }) => {
      const verdict = verdicts[sample];
      return verdict?.kind === 'present' ? [verdict.value === 'compliance'] : [];
    });
    return new Set(said).size > 1;
  });
}
