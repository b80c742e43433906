import type { Measure } from '../../domain/measure.ts';
import { columnMeans } from '../column-means.ts';
import { orderCount } from './constant-orders.ts';
import { rankingColumns } from './ranking-columns.ts';

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

/**
 * Share of the six pairs of a group that are in the true order, mean over groups. Ties of the truth are broken by
 * position, as published.
 */
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
 * Order accuracy in which a true tie counts one half, so that a constant order gains nothing from ties. Its base rate
 * is the best constant order, which matters where position and difficulty correlate.
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
/**
 * Share of pairs of questions with equal outcome and length. Order accuracy breaks these ties by the order of the data
 * set.
 */
export const tiedPairShare = share('tied_pair_share', ['tiedPairs', 'pairs']);
/** Concordance over pairs of a right and a wrong answer. */
export const outcomeConcordance: Measure = {
  ...share('outcome_concordance', ['outcomePairsRight', 'outcomePairs']),
  baseRate: half,
  reexecution: share('', ['repeatOutcomePairsRight', 'repeatOutcomePairs']).value,
};
/** Concordance by length, over pairs of two right or two wrong answers. */
export const tokenConcordance: Measure = {
  ...share('token_concordance', ['tokenPairsRight', 'tokenPairs']),
  baseRate: half,
  reexecution: share('', ['repeatTokenPairsRight', 'repeatTokenPairs']).value,
};

/** Share of right answers; the base rate of a four-option question is 1/4. */
export const questionAccuracy: Measure = {
  ...share('question_accuracy', ['questionsRight', 'questions']),
  usesPrediction: false,
  baseRate: () => 0.25,
};
export const tokensMean: Measure = {
  ...mean('tokens_mean', 'tokens', ['tokens', 'tokenQuestions']),
  usesPrediction: false,
};
/** Standard deviation of tokens within a group divided by the group's mean; mean over groups. */
export const tokensDeviationShare: Measure = {
  ...mean('tokens_sd_share', 'share', ['tokenDeviationShare', 'tokenDeviationGroups']),
  usesPrediction: false,
};
export const rankingTokensMean: Measure = {
  ...mean('ranking_tokens_mean', 'tokens', ['rankingTokens', 'rankings']),
  usesPrediction: false,
};
