import { orderCount } from './constant-orders.ts';

/** Columns with the concordance of each constant order, by position. */
export const constantOrders = Array.from({ length: orderCount }, (_, order) => `constantOrder${order}` as const);

/** Sums, and the weights that they are divided by. Order scores are shares of a group's pairs. */
export const rankingColumns = [
  'orderScore',
  'orderGroups',
  'lostGroups',
  'concordance',
  'concordanceGroups',
  'outcomePairsRight',
  'outcomePairs',
  'tokenPairsRight',
  'tokenPairs',
  'labelOrderScore',
  'labelOrderGroups',
  'repeatOrderScore',
  'repeatOrderGroups',
  'repeatConcordance',
  'repeatConcordanceGroups',
  'repeatOutcomePairsRight',
  'repeatOutcomePairs',
  'repeatTokenPairsRight',
  'repeatTokenPairs',
  'questionsRight',
  'questions',
  'tokens',
  'tokenQuestions',
  'tokenDeviationShare',
  'tokenDeviationGroups',
  'rankingTokens',
  'rankings',
  'labelConcordance',
  'labelConcordanceGroups',
  'tiedPairs',
  'pairs',
  'bestOrderUp',
  'bestOrderDown',
  'bestOrderGroups',
  'constantGroups',
  ...constantOrders,
] as const;
export type RankingColumn = (typeof rankingColumns)[number];

/** Index of each column. */
export const rankingPlaces = Object.fromEntries(rankingColumns.map((name, index) => [name, index])) as Readonly<
  Record<RankingColumn, number>
>; // all columns
