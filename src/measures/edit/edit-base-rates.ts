import { bestConstant } from '../base-rate.ts';
import { editPlaces, firstRule, maxRules } from './edit-tally.ts';

/** Base rates of the measures of edits; others have none. */
export const editBaseRates = {
  /** The best of the changes by rule. */
  flipRate: bestConstant(
    (tally) => Array.from({ length: maxRules }, (_, index) => tally[firstRule + index] ?? 0),
    (tally) => tally[editPlaces.known] ?? 0,
  ),
} as const;
