import type { CrossPrediction } from './cross-prediction.ts';

/**
 * Returns the shared propositions on which the models behave differently while each model's executions agree: knowing
 * the item is not enough there. A single execution counts as stable.
 */
export function disagreementItems({ claims, shared }: CrossPrediction): readonly number[] {
  return shared.filter((index) => {
    const outcomes = claims.map(({ outcome }) => outcome[index] as number);
    return outcomes.every((outcome) => outcome === 0 || outcome === 1) && new Set(outcomes).size > 1;
  });
}
