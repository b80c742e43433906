import type { AnswerKind } from '../../stats/rungs/answer-kind.ts';
import { constantTexts, meanSimilarity as score, type Texts } from './text-base-rates.ts';

/**
 * Texts, predicted word for word. Score: the mean edit similarity of the prediction and each response, in [0, 1]. The
 * constant answer is the response that is most like all others.
 */
export const text: AnswerKind<string, Texts> = {
  name: 'pairs',
  scale: { lowest: 0, highest: 1 },
  isShare: false,
  score,
  deal: (predictions, outcomes) => {
    const ofPredictions = new Float64Array(predictions.length);
    const ofOutcomes = new Float64Array(outcomes.length);
    for (const [i, prediction] of predictions.entries()) {
      for (const [j, outcome] of outcomes.entries()) {
        const value = score(prediction, outcome);
        ofPredictions[i] = (ofPredictions[i] as number) + value / outcomes.length;
        ofOutcomes[j] = (ofOutcomes[j] as number) + value / predictions.length;
      }
    }
    return { ofPredictions, ofOutcomes };
  },
  ...constantTexts,
  predictionKey: (prediction) => prediction,
  outcomeKey: (outcome) => outcome.join('\u0000'),
  predictionLevel: (prediction, constant) => score(prediction, [constant]),
  outcomeLevel: (outcome, constant) => score(constant, outcome),
  fill: ({ prediction, outcome }, { worst, predictions, outcomes }) => {
    if (prediction !== null && outcome !== null) return { prediction, outcome };
    if (worst === 'highest') {
      const same = prediction ?? outcome?.[0] ?? '';
      return { prediction: prediction ?? same, outcome: outcome ?? [same] };
    }
    return {
      prediction: prediction ?? (outcome === null ? (predictions[0] ?? '') : ''),
      outcome: outcome ?? outcomes[0] ?? [''],
    };
  },
  lowest: () => 0,
  lowestDifference: () => -1,
};
