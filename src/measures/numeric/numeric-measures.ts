import type { Measure } from '../../domain/measure.ts';
import { ratio } from '../../stats/basic/moments.ts';
import { columnMeans } from '../column-means.ts';
import { numericBaseRates } from './numeric-base-rates.ts';
import { maxError, numericColumns, numericPlaces } from './numeric-tally.ts';

type Totals = ArrayLike<number>;

const { column, mean, share } = columnMeans('numeric', numericColumns);
const at = numericPlaces;

const counted = (totals: Totals) => column(totals, 'predictions') + column(totals, 'lost');

/**
 * Mean absolute error of the prediction in doublings: |log2(predicted / actual)|, at most 5. 0 is exact, 1 is a factor of
 * two. Base rate: the best constant, in steps of 1/16 doubling. Item rule: the rule of each
 * outcome. Re-execution: one execution as the prediction of another.
 */
export const log2Error: Measure = {
  name: 'log2_error',
  kind: 'numeric',
  unit: 'doublings',
  better: 'lower',
  value: (totals) => ratio(column(totals, 'error') + maxError * column(totals, 'lost'), counted(totals)),
  reads: [at.error, at.predictions, at.lost],
  n: counted,
  ...numericBaseRates.log2Error,
  reexecution: (totals) => ratio(column(totals, 'repeatError'), column(totals, 'repeats')),
  bounds: (totals) => {
    const all = counted(totals);
    const sum = column(totals, 'error');
    return all > 0 ? [(sum + maxError * column(totals, 'lost')) / all, sum / all] : null;
  },
  itemRule: (totals) => ratio(column(totals, 'ruleError'), column(totals, 'ruled')),
};

/** Share of predictions within a factor of two of the value. */
export const withinFactorTwo: Measure = {
  ...share('within_factor_two', ['near', 'predictions']),
  value: (totals) => ratio(column(totals, 'near'), counted(totals)),
  reads: [at.near, at.predictions, at.lost],
  n: counted,
  meanOver: counted,
  reexecution: (totals) => ratio(column(totals, 'repeatNear'), column(totals, 'repeats')),
};

/** Mean of log2(predicted / actual): above 0, predictions are too high. */
export const log2Bias = mean('log2_bias', 'doublings', ['bias', 'predictions']);

/** Geometric mean of the values of the executions. */
export const typicalTokens: Measure = {
  name: 'typical_tokens',
  usesPrediction: false,
  kind: 'numeric',
  unit: 'tokens',
  value: (totals) => {
    const log = ratio(column(totals, 'actualLog'), column(totals, 'known'));
    return log === null ? null : 2 ** log;
  },
  reads: [at.actualLog, at.known],
  n: (totals) => column(totals, 'known'),
};
