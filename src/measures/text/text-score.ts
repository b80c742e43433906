import { textSimilarity } from '../../stats/basic/text-similarity.ts';
import { type AnswerKind, bestOf, type Constant } from '../../stats/rungs/answer-kind.ts';

/** The response of each execution. */
type Texts = readonly string[];

function score(prediction: string, outcome: Texts): number {
  let sum = 0;
  for (const response of outcome) sum += textSimilarity(prediction, response).edit;
  return sum / outcome.length;
}

/** Number of responses that are tried as the constant answer: those most like the others of a first sample. */
const maxConstants = 20;

function candidates(outcomes: readonly Texts[]): readonly Constant<string>[] {
  const texts = [...new Set(outcomes.flatMap((each) => each.slice(0, 1)))].toSorted((a, b) => a.length - b.length);
  const step = Math.max(1, Math.floor(texts.length / maxConstants));
  return texts
    .filter((_, index) => index % step === 0)
    .slice(0, maxConstants)
    .map((answer) => ({ name: 'one response for all prompts', answer }));
}

function best(outcomes: readonly Texts[]): Constant<string> {
  return bestOf(candidates(outcomes), outcomes, score);
}

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
  constants: (outcomes) => [best(outcomes)],
  best,
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
