import { z } from 'zod';
import { packageFile } from '../../util/package-files.ts';
import { readText } from './read-text.ts';

const share = z.number().min(0).max(1);
const count = z.int().min(0);

const results = z.strictObject({
  source: z.string(),
  models: z.array(
    z.strictObject({
      model: z.string(),
      association: z.strictObject({
        truePositive: count,
        falsePositive: count,
        trueNegative: count,
        falseNegative: count,
        accuracy: share,
      }),
      restriction: z.strictObject({
        items: count,
        consistent: count,
        overNiceness: share,
        failedForecasts: count,
        failedJudgements: count,
      }),
      difficulty: z.strictObject({
        groups: count,
        orderAccuracy: share,
        validRankings: count,
        correct: count,
        answered: count,
        tokensMean: z.number(),
        rankingTokensMean: z.number(),
      }),
    }),
  ),
});

/**
 * The published results of the fifteen models. Shares are in [0, 1]; token counts are means per question and per
 * ranking.
 */
export type PublishedResults = z.infer<typeof results>;
export type PublishedModel = PublishedResults['models'][number];

export function readPublishedResults(): PublishedResults {
  return results.parse(JSON.parse(readText(packageFile('data/published/results.json'))));
}
