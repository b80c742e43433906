import { bestConstant } from '../base-rate.ts';
import { constantPlaces, numericPlaces } from './numeric-tally.ts';

/** Base rates of the measures of numbers; others have none. */
export const numericBaseRates = {
  /** The best constant in steps of 1/16 doubling: `constantLogs` of the tally. */
  log2Error: bestConstant(
    (tally) => Array.from({ length: constantPlaces.count }, (_, index) => tally[constantPlaces.first + index] ?? 0),
    (tally) => tally[numericPlaces.known] ?? 0,
    'lower',
  ),
} as const;
