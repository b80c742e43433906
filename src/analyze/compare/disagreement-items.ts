import type { CrossPrediction } from './cross-prediction.ts';

/**
 * Shared propositions on which the models do not all behave alike while each model's own executions all agree: knowing
 * the item is not enough there. A single execution counts as stable.
 */
export function disagreementItems({ claims: stances, shared }: CrossPrediction): readonly number[] {
  return shared.filter((place) => {
    const outcomes = stances.map(({ outcome }) => outcome[place] as number);
    return outcomes.every((outcome) => outcome === 0 || outcome === 1) && new Set(outcomes).size > 1;
  });
}
