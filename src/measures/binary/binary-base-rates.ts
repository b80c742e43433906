import { bestConstant, guess } from '../base-rate.ts';
import { binaryPlaces as at } from './binary-tally.ts';

/** Base rates of the measures of yes/no outcomes; others have none. */
export const binaryBaseRates = {
  /** The more frequent outcome's share of the known outcomes. */
  accuracy: bestConstant(
    (tally) => [tally[at.negative] ?? 0, tally[at.positive] ?? 0],
    (tally) => (tally[at.positive] ?? 0) + (tally[at.negative] ?? 0),
  ),
  mcc: guess(0),
  balancedAccuracy: guess(0.5),
  dPrime: guess(0),
} as const;
