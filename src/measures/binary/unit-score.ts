import type { Measure } from '../../domain/measure.ts';
import { binaryColumns, binaryPlaces } from './binary-tally.ts';

/**
 * Returns a function that scores a yes/no prediction of one unit by a measure: `share` is the unit's share of executions
 * with yes. NaN where the measure has no value.
 */
export function unitScorer(measure: Pick<Measure, 'value'>): (yes: boolean, share: number) => number {
  const tally = new Float64Array(binaryColumns.length); // reused: units are many
  return (yes, share) => {
    tally[binaryPlaces.truePositive] = yes ? share : 0;
    tally[binaryPlaces.falsePositive] = yes ? 1 - share : 0;
    tally[binaryPlaces.falseNegative] = yes ? 0 : share;
    tally[binaryPlaces.trueNegative] = yes ? 0 : 1 - share;
    tally[binaryPlaces.positive] = share;
    tally[binaryPlaces.negative] = 1 - share;
    return measure.value(tally) ?? Number.NaN;
  };
}
