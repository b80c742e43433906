import type { PublishedModel } from '../dataset/published-results.ts';
import { ratio } from '../stats/moments.ts';

/** What a published model scored, by experiment and measure under the published conventions; null where not published. */
export function publishedScore(model: PublishedModel, experiment: string, measure: string): number | null {
  return scores[`${experiment}/${measure}`]?.(model) ?? null;
}

const scores: Readonly<Record<string, (model: PublishedModel) => number | null>> = {
  'association/accuracy': ({ association: { truePositive, trueNegative, falsePositive, falseNegative } }) =>
    ratio(truePositive + trueNegative, truePositive + trueNegative + falsePositive + falseNegative),
  'association/precision': ({ association: { truePositive, falsePositive } }) =>
    ratio(truePositive, truePositive + falsePositive),
  'association/recall': ({ association: { truePositive, falseNegative } }) =>
    ratio(truePositive, truePositive + falseNegative),
  'association/f1': ({ association: { truePositive, falsePositive, falseNegative } }) =>
    ratio(2 * truePositive, 2 * truePositive + falsePositive + falseNegative),
  'association/positive_rate': ({ association: { truePositive, trueNegative, falsePositive, falseNegative } }) =>
    ratio(truePositive + falsePositive, truePositive + trueNegative + falsePositive + falseNegative),
  'association/always_false_accuracy': ({
    association: { truePositive, trueNegative, falsePositive, falseNegative },
  }) => ratio(falsePositive + trueNegative, truePositive + trueNegative + falsePositive + falseNegative),
  'restriction/accuracy': ({ restriction: { consistent, items } }) => ratio(consistent, items),
  'restriction/over_niceness': ({ restriction }) => restriction.overNiceness,
  'difficulty/order_accuracy': ({ difficulty }) => difficulty.orderAccuracy,
  'difficulty/order_accuracy/failures-wrong': ({ difficulty: { orderAccuracy, validRankings, groups } }) =>
    ratio(orderAccuracy * validRankings, groups),
  'difficulty/question_accuracy': ({ difficulty: { correct, answered } }) => ratio(correct, answered),
  'difficulty/tokens_mean': ({ difficulty }) => difficulty.tokensMean,
  'difficulty/ranking_tokens_mean': ({ difficulty }) => difficulty.rankingTokensMean,
  'all/self_execution_score': (model) => {
    const restriction = ratio(model.restriction.consistent, model.restriction.items);
    return restriction === null
      ? null
      : (model.association.accuracy + restriction + model.difficulty.orderAccuracy) / 3;
  },
};
