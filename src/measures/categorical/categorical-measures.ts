import type { Measure } from '../../domain/measure.ts';
import { columnMeans } from '../column-means.ts';
import { categoricalColumns } from './categorical-tally.ts';

const { column, share } = columnMeans('categorical', categoricalColumns);

/** Share of predictions that equal the truth over all rows, so that groups count by their size. */
export const accuracyMicro: Measure = {
  ...share('accuracy_micro', ['right', 'rows']),
  reexecution: (totals) => {
    const compared = column(totals, 'reExecutions');
    return compared === 0 ? null : column(totals, 'reExecutionRight') / compared;
  },
};

/** Share of executions that have the predicted value; does not need a mode. */
const executionsHit = share('executions_hit', ['hit', 'hitRows']);

/** Share of predictions that could be read. */
const predictionCoverage = share('prediction_coverage', ['predictionsRead', 'predictionsAsked']);

/** Share of predictions that were read from an answer without the requested form. */
const salvagedShare = share('salvaged_share', ['salvaged', 'predictionsAsked']);

/** Share of executions whose answer has the property. */
const executionCoverage = share('execution_coverage', ['executionsRead', 'executionsAsked']);

/** Share of units without a truth because all their executions differ. */
const noModeShare = share('no_mode_share', ['noMode', 'units']);

/** Measures of the tally alone. `CategoricalPoints` creates those that average over groups. */
export const categoricalMeasures: readonly Measure[] = [
  accuracyMicro,
  executionsHit,
  predictionCoverage,
  salvagedShare,
  executionCoverage,
  noModeShare,
];
