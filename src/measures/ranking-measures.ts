import type { Measure } from '../domain/measure.ts';
import { columnMeans } from './column-means.ts';
import { orderCount } from './constant-orders.ts';
import { rankingColumns } from './ranking-tally.ts';

const { column, mean, share } = columnMeans('ranking', rankingColumns);

const half = () => 0.5;

export const itemRuleOrderAccuracy: Measure = {
  ...share('item_rule_order_accuracy', ['labelOrderScore', 'labelOrderGroups']),
  usesPrediction: false,
};
export const reexecutionOrderAccuracy: Measure = {
  ...share('reexecution_order_accuracy', ['repeatOrderScore', 'repeatOrderGroups']),
  usesPrediction: false,
};

/** Share of the six pairs of a group in the true order, mean over groups; ties of the truth by position, as published. */
export const orderAccuracy: Measure = {
  ...share('order_accuracy', ['orderScore', 'orderGroups']),
  baseRate: half,
  reexecution: reexecutionOrderAccuracy.value,
  bounds: (totals) => {
    const groups = column(totals, 'orderGroups');
    const score = column(totals, 'orderScore');
    return groups > 0 ? [score / groups, (score + column(totals, 'lostGroups')) / groups] : null;
  },
  itemRule: itemRuleOrderAccuracy.value,
};

const firstOrder = rankingColumns.indexOf('constantOrder0');

/**
 * As order accuracy, but a true tie counts one half: an order that is always the same gains nothing from ties. Its base
 * rate is the best constant order, which matters where positions and difficulty go together.
 */
export const concordance: Measure = {
  ...share('concordance', ['concordance', 'concordanceGroups']),
  baseRate: half,
  constants: (tally) => Array.from({ length: orderCount }, (_, order) => tally[firstOrder + order] ?? 0),
  constantsWeight: (tally) => column(tally, 'constantGroups'),
  reexecution: share('', ['repeatConcordance', 'repeatConcordanceGroups']).value,
  optimum: {
    up: share('', ['bestOrderUp', 'bestOrderGroups']).value,
    down: share('', ['bestOrderDown', 'bestOrderGroups']).value,
  },
  bounds: (totals) => {
    const groups = column(totals, 'concordanceGroups');
    const score = column(totals, 'concordance');
    return groups > 0 ? [score / groups, (score + column(totals, 'lostGroups')) / groups] : null;
  },
  itemRule: share('', ['labelConcordance', 'labelConcordanceGroups']).value,
};
/** Pairs of questions of equal outcome and length: order accuracy gives each to the order of the data set. */
export const tiedPairShare = share('tied_pair_share', ['tiedPairs', 'pairs']);
/** Pairs of a right and a wrong answer only. */
export const outcomeConcordance: Measure = {
  ...share('outcome_concordance', ['outcomePairsRight', 'outcomePairs']),
  baseRate: half,
  reexecution: share('', ['repeatOutcomePairsRight', 'repeatOutcomePairs']).value,
};
/** Pairs of two right or two wrong answers, by length only. */
export const tokenConcordance: Measure = {
  ...share('token_concordance', ['tokenPairsRight', 'tokenPairs']),
  baseRate: half,
  reexecution: share('', ['repeatTokenPairsRight', 'repeatTokenPairs']).value,
};

/** Right answers; a question of four options has a base rate of 1/4. */
export const questionAccuracy: Measure = {
  ...share('question_accuracy', ['questionsRight', 'questions']),
  usesPrediction: false,
  baseRate: () => 0.25,
};
export const tokensMean: Measure = {
  ...mean('tokens_mean', 'tokens', ['tokens', 'tokenQuestions']),
  usesPrediction: false,
};
/** Standard deviation of tokens inside a group as a share of the group's mean, mean over groups. */
export const tokensDeviationShare: Measure = {
  ...mean('tokens_sd_share', 'share', ['tokenDeviationShare', 'tokenDeviationGroups']),
  usesPrediction: false,
};
export const rankingTokensMean: Measure = {
  ...mean('ranking_tokens_mean', 'tokens', ['rankingTokens', 'rankings']),
  usesPrediction: false,
};
