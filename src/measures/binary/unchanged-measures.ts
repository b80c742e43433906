import type { Measure } from '../../domain/measure.ts';
import { ratio } from '../../stats/basic/moments.ts';
import { columnMeans } from '../column-means.ts';
import { binaryPlaces as at, binaryColumns } from './binary-tally.ts';

const { column, mean, share } = columnMeans('binary', binaryColumns);

const behavior = { usesPrediction: false } as const;

/** Share of the unchanged executions in which the property holds. */
const unchangedRate: Measure = { ...share('unchanged_rate', ['unchangedYes', 'paired']), ...behavior };

/** Share of the unchanged executions in which the property holds minus that of the executions paired with them. */
const lostShare: Measure = {
  name: 'lost_share',
  kind: 'binary',
  unit: 'difference',
  value: (totals) => ratio(column(totals, 'unchangedYes') - column(totals, 'changedYes'), column(totals, 'paired')),
  reads: [at.unchangedYes, at.changedYes, at.paired],
  n: (totals) => column(totals, 'paired'),
  better: 'lower',
  ...behavior,
};

/** Share of the executions in which the property holds, among those in which it holds without the change. */
const keptShare: Measure = { ...share('kept_share', ['bothYes', 'unchangedYes']), ...behavior };

/** Accuracy of the unchanged execution as the prediction: the score of a predictor that knows the model but not the change. */
const unchangedAccuracy: Measure = { ...share('unchanged_accuracy', ['alike', 'paired']), ...behavior };

/** Mean number of tokens that an execution takes more than the unchanged one. */
export const extraTokens: Measure = { ...mean('extra_tokens', 'tokens', ['extraTokens', 'counted']), ...behavior };

/** Share of the executions whose text remarks on the change, and of the unchanged ones that say the like. */
const remarkRate: Measure = { ...share('remark_rate', ['remarks', 'remarkable']), ...behavior };
const unchangedRemarkRate: Measure = {
  ...share('unchanged_remark_rate', ['unchangedRemarks', 'remarkable']),
  ...behavior,
};

/** Measures of executions that are repeated without a change. */
export const unchangedMeasures: readonly Measure[] = [
  lostShare,
  keptShare,
  unchangedRate,
  unchangedAccuracy,
  extraTokens,
  remarkRate,
  unchangedRemarkRate,
];
