import type { Estimate } from '../../results/estimate.ts';
import { originLimits } from '../../results/model-origin.ts';

export const whatIsMeasured =
  'This report measures whether a language model can predict properties of its own answers. The model predicts in one empty session and performs the task in other sessions. Every score is shown next to its base rate, the prediction from the item or from other models, and a re-execution.';

/** Returns the caveats that a reader must know before believing a number. */
export function caveatLines(estimates: readonly Estimate[]): readonly string[] {
  return [
    'A score above every reference shows an advantage in behavior. It does not show how the model arrives at its prediction.',
    ...originLimits(estimates.map(({ model }) => model)),
  ];
}
