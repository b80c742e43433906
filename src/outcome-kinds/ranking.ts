import type { Measure } from '../domain/measure.ts';
import { isPresent } from '../domain/outcome.ts';
import type { SlotKinds } from '../domain/slot.ts';
import { type Answered, type AnswerKind, bestOf, type Constant, mixMeans } from '../stats/rungs/answer-kind.ts';
import { absenceOf, firstAbsence, isNotAsked, presentValue, slotNamed, valueOrReason } from './absences.ts';
import type { OutcomeKind, ScoredUnit, UnitTexts } from './outcome-kind.ts';
import {
  mean,
  type RankingOutcome,
  rankedTokens,
  rankingTerms,
  type Solve,
  share as shareOf,
} from './ranking-terms.ts';
import { guess } from './terms.ts';
import { majorityOf, pseudonym, replaced, withoutDetail } from './unit-text.ts';

/** Positions of a group's members, the easiest first. */
export type PredictedOrder = readonly number[];

/**
 * The executions of one group: for each pair of members (0,1), (0,2), .., (1,2), .. the share of pairs of executions in
 * which the first was easier, a tie counting one half.
 */
export interface GroupWins {
  readonly members: number;
  readonly wins: readonly number[];
}

/** Largest group whose orders are all constants; of larger ones: the order given and the best one of the data, and the reverse of both. */
const maxEnumerated = 5;

/** Returns the position of the pair of members i < j in `wins`. */
function pairAt(i: number, j: number, members: number): number {
  return (i * (2 * members - i - 1)) / 2 + j - i - 1;
}

/** Returns, for each pair, whether an order has its first member first (1 or 0). */
function winsOf(order: PredictedOrder): readonly number[] {
  const place = new Array<number>(order.length);
  for (const [at, member] of order.entries()) place[member] = at;
  return place.flatMap((own, i) => place.slice(i + 1).map((other) => Number(own < other)));
}

function agreement(order: PredictedOrder, wins: readonly number[]): number {
  let right = 0;
  const members = order.length;
  for (let at = 0; at < members; at += 1) {
    for (let after = at + 1; after < members; after += 1) {
      const i = order[at] as number;
      const j = order[after] as number;
      right += i < j ? (wins[pairAt(i, j, members)] as number) : 1 - (wins[pairAt(j, i, members)] as number);
    }
  }
  return right / wins.length;
}

const score = (order: PredictedOrder, { wins }: GroupWins) => agreement(order, wins);

function meanWins(all: readonly (readonly number[])[]): readonly number[] {
  const sums = new Array<number>(all[0]?.length ?? 0).fill(0);
  for (const wins of all)
    for (const [pair, win] of wins.entries()) sums[pair] = (sums[pair] as number) + win / all.length;
  return sums;
}

const enumerated = new Map<number, readonly Constant<PredictedOrder>[]>();

/** Returns all orders of some values, the given one first. */
function permutations(values: PredictedOrder): readonly PredictedOrder[] {
  if (values.length < 2) return [values];
  return values.flatMap((first) =>
    permutations(values.filter((value) => value !== first)).map((rest) => [first, ...rest]),
  );
}

function named(answer: PredictedOrder): Constant<PredictedOrder> {
  return { name: answer.map((member) => member + 1).join(' < '), answer };
}

/** Returns the constant orders of groups of one size. */
function constants(outcomes: readonly GroupWins[]): readonly Constant<PredictedOrder>[] {
  const [first] = outcomes;
  if (first === undefined) return [];
  const given = Array.from({ length: first.members }, (_, member) => member);
  if (first.members > maxEnumerated) {
    const best = byWins(outcomes, given);
    return [named(given), named(given.toReversed()), best, named(best.answer.toReversed())];
  }
  const orders = enumerated.get(first.members) ?? permutations(given).map(named);
  enumerated.set(first.members, orders);
  return orders;
}

/** Returns the order by mean share of pairs won (Copeland's order for groups that are too large to enumerate). */
function byWins(outcomes: readonly GroupWins[], given: PredictedOrder): Constant<PredictedOrder> {
  const wins = meanWins(outcomes.map((each) => each.wins));
  const total = (i: number) =>
    given.reduce((sum, j) => {
      if (i === j) return sum;
      return (
        sum + (i < j ? (wins[pairAt(i, j, given.length)] as number) : 1 - (wins[pairAt(j, i, given.length)] as number))
      );
    }, 0);
  const totals = given.map(total);
  return named(given.toSorted((i, j) => (totals[j] as number) - (totals[i] as number) || i - j));
}

/** Returns the order with the lowest or the highest score; of large groups, that of the questions' shares of pairs won. */
function orderBy(outcome: GroupWins, worst: 'lowest' | 'highest'): PredictedOrder {
  const sign = worst === 'highest' ? 1 : -1;
  return bestOf(constants([outcome]), [outcome], (order, truth) => sign * score(order, truth)).answer;
}

/** Orders of groups from easiest to hardest. Score: concordance, the share of pairs in the order of the executions. */
export const ranking: AnswerKind<PredictedOrder, GroupWins> = {
  name: 'ranking',
  others: { kind: 'not asked', reason: 'not asked for rankings: models of different temperature alone would pass' },
  scale: { lowest: 0, highest: 1 },
  isShare: false,
  score,
  deal: (predictions, outcomes) => {
    const said = meanWins(predictions.map(winsOf));
    const did = meanWins(outcomes.map(({ wins }) => wins));
    return {
      ofPredictions: Float64Array.from(predictions, (order) => agreement(order, did)),
      ofOutcomes: Float64Array.from(outcomes, ({ wins }) => bilinear(said, wins)),
    };
  },
  constants,
  best: (outcomes) => bestOf(constants(outcomes), outcomes, score),
  predictionKey: (order) => order.join(' '),
  outcomeKey: ({ wins }) => wins.join(' '),
  groupOf: ({ prediction, outcome }) => prediction?.length ?? outcome?.members ?? null,
  fill,
  mix: (read, filled, share) => ({ ...read, wins: mixMeans(read.wins, filled.wins, share) }),
  lowest: (outcome) => score(orderBy(outcome, 'lowest'), outcome),
  lowestDifference: (order, constant) => agreement(constant, winsOf(order)) - 1 || 0,
};

function bilinear(said: readonly number[], wins: readonly number[]): number {
  let sum = 0;
  for (const [pair, p] of said.entries()) sum += p * (wins[pair] as number) + (1 - p) * (1 - (wins[pair] as number));
  return sum / wins.length;
}

function fill(
  { prediction, outcome }: Answered<PredictedOrder, GroupWins>,
  { worst, predictions }: { readonly worst: 'lowest' | 'highest'; readonly predictions: readonly PredictedOrder[] },
) {
  const order = prediction ?? (outcome === null ? (predictions[0] ?? [0, 1]) : orderBy(outcome, worst));
  const truth = worst === 'highest' ? order : order.toReversed();
  return { prediction: order, outcome: outcome ?? { members: order.length, wins: winsOf(truth) } };
}

/** Creates a mean of the shares of pairs in each group, which are seldom 0 or 1. */
function share(...measure: Parameters<typeof shareOf>): Measure {
  return { ...shareOf(...measure), interval: 'graded' };
}

const itemRuleOrderAccuracy = share('item_rule_order_accuracy', ['labelOrderScore', 'labelOrderGroups']);
const reexecutionOrderAccuracy = share('reexecution_order_accuracy', ['repeatOrderScore', 'repeatOrderGroups']);

/**
 * Share of the six pairs of a group that are in the true order, mean over groups. Ties of the truth are broken by
 * position, as published.
 */
const orderAccuracy: Measure = {
  ...share('order_accuracy', ['orderScore', 'orderGroups'], { lost: 'lostGroups' }),
  ...guess(0.5),
  reexecution: reexecutionOrderAccuracy.value,
  itemRule: itemRuleOrderAccuracy.value,
};

/** Order accuracy in which a true tie counts one half, so that a constant order gains nothing from ties. */
const concordance: Measure = {
  ...share('concordance', ['concordance', 'concordanceGroups'], { lost: 'lostGroups' }),
  ...guess(0.5),
  reexecution: share('', ['repeatConcordance', 'repeatConcordanceGroups']).value,
  itemRule: share('', ['labelConcordance', 'labelConcordanceGroups']).value,
};
/**
 * Share of pairs of questions with equal outcome and length. Order accuracy breaks these ties by the order of the data
 * set.
 */
const tiedPairShare = share('tied_pair_share', ['tiedPairs', 'pairs']);
/** Concordance over pairs of a right and a wrong answer. */
const outcomeConcordance: Measure = {
  ...share('outcome_concordance', ['outcomePairsRight', 'outcomePairs']),
  ...guess(0.5),
  reexecution: share('', ['repeatOutcomePairsRight', 'repeatOutcomePairs']).value,
};
/** Concordance by length, over pairs of two right or two wrong answers. */
const tokenConcordance: Measure = {
  ...share('token_concordance', ['tokenPairsRight', 'tokenPairs']),
  ...guess(0.5),
  reexecution: share('', ['repeatTokenPairsRight', 'repeatTokenPairs']).value,
};

/** Share of right answers. */
const questionAccuracy: Measure = {
  ...shareOf('question_accuracy', ['questionsRight', 'questions']),
  ...guess(0.25), // one of four options
};
const tokensMean = mean('tokens_mean', 'tokens', ['tokens', 'tokenQuestions']);
/** Standard deviation of tokens within a group divided by the group's mean; mean over groups. */
const tokensDeviationShare = mean('tokens_sd_share', 'share', ['tokenDeviationShare', 'tokenDeviationGroups']);
const rankingTokensMean = mean('ranking_tokens_mean', 'tokens', ['rankingTokens', 'rankings']);

/** One question of a ranked group in one execution. */
interface RankedQuestion {
  readonly question: string;
  /** Name of the question in the prompt. */
  readonly promptName: string;
  /** Predicted position, 1 = easiest; null where it was not predicted. */
  readonly predicted: number | null;
  /** Whether the answer was right; null where it is missing. */
  readonly right: boolean | null;
  readonly tokens: number | null;
  /** Position by results, 1 = easiest, equal for ties; null where the result of a question is unknown. */
  readonly actual: number | null;
}

/** Returns the questions of a group in each execution, in the data set's order. */
export function rankedQuestions(outcome: RankingOutcome): RankedQuestion[][] {
  return outcome.executions.map((solves) => questionsOf(outcome, solves));
}

function questionsOf({ units, promptNames, prediction }: RankingOutcome, solves: readonly Solve[]): RankedQuestion[] {
  const costs = solves.map(costOf);
  return units.map((question, index) => {
    const solve = solves[index];
    const predicted = isPresent(prediction) ? prediction.value.indexOf(question) : -1;
    return {
      question,
      promptName: promptNames?.[index] ?? question,
      predicted: predicted < 0 ? null : predicted + 1,
      right: solve !== undefined && isPresent(solve.correct) ? solve.correct.value : null,
      tokens: solve?.tokens ?? null,
      actual: placeOf(costs[index] ?? null, costs),
    };
  });
}

/** Cost of a question: wrong answers cost more than right ones, then tokens count. */
type Cost = readonly [wrong: number, tokens: number];

function costOf({ correct, tokens }: Solve): Cost | null {
  return isPresent(correct) && tokens !== null ? [Number(!correct.value), tokens] : null;
}

/** Returns 1 + the number of questions that cost less; null where the cost of a question is unknown. */
function placeOf(own: Cost | null, all: readonly (Cost | null)[]): number | null {
  if (own === null) return null;
  let index = 1;
  for (const other of all) {
    if (other === null) return null;
    if (other[0] < own[0] || (other[0] === own[0] && other[1] < own[1])) index += 1;
  }
  return index;
}

/** Measures of orders, for experiments of a config file. */
export const rankingMeasures = {
  concordance,
  orderAccuracy,
  tiedPairShare,
  outcomeConcordance,
  tokenConcordance,
  questionAccuracy,
  tokensMean,
  tokensDeviationShare,
  rankingTokensMean,
  itemRuleOrderAccuracy,
  reexecutionOrderAccuracy,
} as const;

export const rankingKind: OutcomeKind<RankingOutcome> = {
  scoring: {
    answers: () => ranking as AnswerKind<unknown, unknown>, // called with values of this kind only
    words: () => ({ measure: 'concordance', unit: 'share', better: 'higher' }),
    isAsked: ({ prediction, executions }) =>
      !isNotAsked(prediction) && !executions.every((solves) => solves.some(({ correct }) => isNotAsked(correct))),
    unit: scoredUnit,
  },
  terms: (outcome, policy) => rankingTerms(outcome, policy).numbers,
  itemMeasure: orderAccuracy,
  canOthersPredict: true,
  missing: (outcome, slots) => absenceOf(outcome.prediction) ?? missingExecution(outcome, slots),
  parts: ({ prediction, executions }) => [prediction, ...executions.flat().map(({ correct }) => correct)],
  executions: ({ executions }) => executions.length,
  atExecution: (outcome, k) => ({ ...outcome, executions: outcome.executions.slice(k, k + 1) }),
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
    ...{ agree: majority.count, executions: orders.length },
    ...{ behavior: null, judgesDiffer: false },
  };
}

function scoredUnit({ units, prediction, executions, label }: RankingOutcome): ScoredUnit {
  const asked = executions.filter((solves) => !solves.some(({ correct }) => isNotAsked(correct)));
  const known = asked.filter((solves) => isComplete(units, solves));
  return {
    prediction: isPresent(prediction) ? positions(units, prediction.value) : null,
    outcome: known.length === 0 ? null : groupWins(known),
    executions: known.length,
    lost: asked.length === 0 ? 0 : 1 - known.length / asked.length,
    label: label === null ? null : positions(units, label),
    offer: null,
    rules: [],
  };
}

/** Returns an order as positions in the data set's order; null where it does not name every question once. */
function positions(units: readonly string[], order: readonly string[]): readonly number[] | null {
  const places = order.map((name) => units.indexOf(name));
  return places.length === units.length && new Set(places).size === units.length && !places.includes(-1)
    ? places
    : null;
}

function isComplete(units: readonly string[], solves: readonly Solve[]): boolean {
  return (
    solves.length === units.length && solves.every((solve) => isPresent(solve.correct) && rankedTokens(solve) !== null)
  );
}

/** Returns the share of pairs of executions in which one question was easier than another: right before wrong, then fewer tokens. */
function groupWins(executions: readonly (readonly Solve[])[]): GroupWins {
  const members = executions[0]?.length ?? 0;
  const rank = (solve: Solve | undefined) => ({
    isRight: solve !== undefined && presentValue(solve.correct) === true,
    tokens: solve === undefined ? 0 : (rankedTokens(solve) ?? 0),
  });
  const wins: number[] = [];
  for (let i = 0; i < members; i += 1) {
    for (let j = i + 1; j < members; j += 1) {
      let sum = 0;
      for (const one of executions) {
        for (const other of executions) {
          const [a, b] = [rank(one[i]), rank(other[j])];
          const order = Number(b.isRight) - Number(a.isRight) || a.tokens - b.tokens;
          sum += order < 0 ? 1 : order === 0 ? 0.5 : 0;
        }
      }
      wins.push(sum / executions.length ** 2);
    }
  }
  return { members, wins };
}
