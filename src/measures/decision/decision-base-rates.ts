import { bestConstant } from '../base-rate.ts';
import { decisionPlaces, firstRule, maxRules } from './decision-tally.ts';

/** Base rates of the measures of decisions; others have none. */
export const decisionBaseRates = {
  /** The best fixed rule. */
  payoff: bestConstant(
    (tally) => Array.from({ length: maxRules }, (_, index) => tally[firstRule + index] ?? 0),
    (tally) => tally[decisionPlaces.known] ?? 0,
  ),
} as const;
