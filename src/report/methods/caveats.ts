import type { Estimate } from '../../results/estimate.ts';
import { originLimits } from '../../results/model-origin.ts';
import type { Results } from '../../results/results.ts';

const selfPrediction =
  'This report measures whether a language model can predict properties of its own answers. The model predicts in one empty session and performs the task in other sessions. Every score is shown next to its base rate, the prediction from the item or from other models, and a re-execution.';

const rightAnswers =
  'This report measures how often the answers of language models are right, and which model is right more often on the same items. The answers have no predictions, so it does not measure whether a model can predict itself.';

/** Returns what a report measures, in words: right answers where nothing else is there, as of logs without a confidence. */
export function whatIsMeasured(results: AboutPredictions): string {
  return hasPredictions(results) ? selfPrediction : rightAnswers;
}

/** What decides whether a report is about predictions. */
export type AboutPredictions = Pick<Results, 'findings' | 'study' | 'right'>;

function hasPredictions({ findings, study, right = [] }: AboutPredictions): boolean {
  return findings.length > 0 || study !== undefined || right.length === 0;
}

/** Returns the caveats that a reader must know before believing a number. */
export function caveatLines(results: AboutPredictions, estimates: readonly Estimate[]): readonly string[] {
  const behavior =
    'A score above every reference shows an advantage in behavior. It does not show how the model arrives at its prediction.';
  return [...(hasPredictions(results) ? [behavior] : []), ...originLimits(estimates.map(({ model }) => model))];
}
