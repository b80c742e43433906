import type { Measure } from '../../domain/measure.ts';
import { ratio } from '../../stats/basic/moments.ts';
import { columnMeans } from '../column-means.ts';
import { editBaseRates } from './edit-base-rates.ts';
import { editColumns, editPlaces, firstRule } from './edit-tally.ts';

type Totals = ArrayLike<number>;

const { column, mean, share } = columnMeans('edit', editColumns);
const at = editPlaces;

const counted = (totals: Totals) => column(totals, 'choices') + column(totals, 'lost');

/**
 * Returns a measure of an experiment with changes by rule: the share of executions whose answer differs after the model's
 * change, which must be small. Base rate: the best of the rules. Item rule: the rule at `itemRule`.
 */
export function flipRate(itemRule: number): Measure {
  return {
    name: 'flip_rate',
    kind: 'edit',
    unit: 'share',
    value: (totals) => ratio(column(totals, 'flips'), counted(totals)),
    reads: [at.flips, at.choices, at.lost],
    n: counted,
    meanOver: counted,
    ...editBaseRates.flipRate,
    itemRule: (totals) => ratio(totals[firstRule + itemRule] ?? 0, column(totals, 'known')),
    bounds: (totals) => {
      const [sum, all] = [column(totals, 'flips'), counted(totals)];
      return all > 0 ? [sum / all, (sum + column(totals, 'lost')) / all] : null;
    },
  };
}

/** Mean size of the changes that flip the answer: characters changed as a share of the longer input, in [0, 1]. */
export const changeSize: Measure = mean('change_size', 'share', ['flipSize', 'flips']);

/** Share of readable changes that are within the limit and not empty. */
export const smallChangeShare: Measure = share('small_change_share', ['small', 'changes']);

/** Returns the measure of one rule: the share of executions whose answer differs after its change. */
export function ruleFlipRate(name: string, place: 0 | 1 | 2 | 3): Measure {
  return { ...share(name, [`rule${place}`, 'known']), usesPrediction: false };
}
