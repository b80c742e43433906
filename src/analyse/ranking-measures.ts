import { columnMeans } from './column-means.ts';
import type { Measure } from './measure.ts';
import { rankingColumns } from './ranking-tally.ts';

const { column, mean, share } = columnMeans('ranking', rankingColumns);

const half = () => 0.5;

export const labelOrderAccuracy = share('label_order_accuracy', ['labelOrderScore', 'labelOrderGroups']);
export const ceilingOrderAccuracy = share('ceiling_order_accuracy', ['repeatOrderScore', 'repeatOrderGroups']);

/** Share of the six pairs of a group in the true order, mean over groups; ties of the truth by position, as published. */
export const orderAccuracy: Measure = {
  ...share('order_accuracy', ['orderScore', 'orderGroups']),
  baseRate: half,
  ceiling: ceilingOrderAccuracy.value,
  bounds: (totals) => {
    const groups = column(totals, 'orderGroups');
    const score = column(totals, 'orderScore');
    return groups > 0 ? [score / groups, (score + column(totals, 'lostGroups')) / groups] : null;
  },
  itemLabel: labelOrderAccuracy.value,
};

/** As order accuracy, but a true tie counts one half. */
export const concordance: Measure = {
  ...share('concordance', ['concordance', 'concordanceGroups']),
  baseRate: half,
  ceiling: share('', ['repeatConcordance', 'repeatConcordanceGroups']).value,
};
/** Pairs of a right and a wrong answer only. */
export const outcomeConcordance: Measure = {
  ...share('outcome_concordance', ['outcomePairsRight', 'outcomePairs']),
  baseRate: half,
  ceiling: share('', ['repeatOutcomePairsRight', 'repeatOutcomePairs']).value,
};
/** Pairs of two right or two wrong answers, by length only. */
export const tokenConcordance: Measure = {
  ...share('token_concordance', ['tokenPairsRight', 'tokenPairs']),
  baseRate: half,
  ceiling: share('', ['repeatTokenPairsRight', 'repeatTokenPairs']).value,
};

/** Right answers; a question of four options has a base rate of 1/4. */
export const questionAccuracy: Measure = {
  ...share('question_accuracy', ['questionsRight', 'questions']),
  baseRate: () => 0.25,
};
export const tokensMean = mean('tokens_mean', 'tokens', ['tokens', 'tokenQuestions']);
/** Standard deviation of tokens inside a group as a share of the group's mean, mean over groups. */
export const tokensDeviationShare = mean('tokens_sd_share', 'share', ['tokenDeviationShare', 'tokenDeviationGroups']);
export const rankingTokensMean = mean('ranking_tokens_mean', 'tokens', ['rankingTokens', 'rankings']);
