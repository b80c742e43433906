import type { Measure } from '../../domain/measure.ts';
import { columnMeans } from '../column-means.ts';
import { rankingBaseRates } from './ranking-base-rates.ts';
import { rankingColumns } from './ranking-columns.ts';

const { column, mean, share } = columnMeans('ranking', rankingColumns);

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
  ...rankingBaseRates.orderAccuracy,
  reexecution: reexecutionOrderAccuracy.value,
  bounds: (totals) => {
    const groups = column(totals, 'orderGroups');
    const score = column(totals, 'orderScore');
    return groups > 0 ? [score / groups, (score + column(totals, 'lostGroups')) / groups] : null;
  },
  itemRule: itemRuleOrderAccuracy.value,
};

/**
 * Order accuracy in which a true tie counts one half, so that a constant order gains nothing from ties. Its base rate
 * is the best constant order, which matters where position and difficulty correlate.
 */
export const concordance: Measure = {
  ...share('concordance', ['concordance', 'concordanceGroups']),
  ...rankingBaseRates.concordance,
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
  ...rankingBaseRates.outcomeConcordance,
  reexecution: share('', ['repeatOutcomePairsRight', 'repeatOutcomePairs']).value,
};
/** Concordance by length, over pairs of two right or two wrong answers. */
export const tokenConcordance: Measure = {
  ...share('token_concordance', ['tokenPairsRight', 'tokenPairs']),
  ...rankingBaseRates.tokenConcordance,
  reexecution: share('', ['repeatTokenPairsRight', 'repeatTokenPairs']).value,
};

/** Share of right answers. */
export const questionAccuracy: Measure = {
  ...share('question_accuracy', ['questionsRight', 'questions']),
  usesPrediction: false,
  ...rankingBaseRates.questionAccuracy,
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
