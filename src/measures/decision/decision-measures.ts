import type { Measure } from '../../domain/measure.ts';
import { ratio } from '../../stats/basic/moments.ts';
import { columnMeans } from '../column-means.ts';
import { decisionBaseRates } from './decision-base-rates.ts';
import { decisionColumns, decisionPlaces } from './decision-tally.ts';

type Totals = ArrayLike<number>;

const { column, share } = columnMeans('decision', decisionColumns);
const at = decisionPlaces;

const counted = (totals: Totals) => column(totals, 'choices') + column(totals, 'lost');

/**
 * Mean payoff of the choices, in [0, 1]; a missing choice has payoff 0 where missing values count as wrong. Base rate: the
 * best fixed rule. Re-execution: the best option of another execution. Optimum: the best option per item.
 */
export const payoff: Measure = {
  name: 'payoff',
  kind: 'decision',
  unit: 'share',
  value: (totals) => ratio(column(totals, 'payoff'), counted(totals)),
  reads: [at.payoff, at.choices, at.lost],
  n: counted,
  ...decisionBaseRates.payoff,
  optimum: {
    up: (totals) => ratio(column(totals, 'bestUp'), column(totals, 'bestUnits')),
    down: (totals) => ratio(column(totals, 'bestDown'), column(totals, 'bestUnits')),
  },
  reexecution: (totals) => ratio(column(totals, 'repeatPayoff'), column(totals, 'repeats')),
  bounds: (totals) => {
    const [sum, all] = [column(totals, 'payoff'), counted(totals)];
    return all > 0 ? [sum / all, (sum + column(totals, 'lost')) / all] : null;
  },
};

/** Share of decisions that choose the first option. */
export const firstOptionRate: Measure = share('first_option_rate', ['first', 'choices']);
