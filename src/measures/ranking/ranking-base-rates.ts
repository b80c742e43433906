import { bestConstant, guess } from '../base-rate.ts';
import { orderCount } from './constant-orders.ts';
import { rankingColumns } from './ranking-columns.ts';

const firstOrder = rankingColumns.indexOf('constantOrder0');
const weight = rankingColumns.indexOf('constantGroups');

/** Base rates of the measures of orders; others have none. */
export const rankingBaseRates = {
  orderAccuracy: guess(0.5),
  /** One half; estimates take the best constant order where that is better, as position and difficulty may correlate. */
  concordance: {
    ...bestConstant(
      (tally) => Array.from({ length: orderCount }, (_, order) => tally[firstOrder + order] ?? 0),
      (tally) => tally[weight] ?? 0,
    ),
    ...guess(0.5),
  },
  outcomeConcordance: guess(0.5),
  tokenConcordance: guess(0.5),
  /** One of four options. */
  questionAccuracy: guess(0.25),
} as const;
