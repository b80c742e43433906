import { textSimilarity } from '../../stats/basic/text-similarity.ts';
import { type AnswerKind, bestOf, type Constant } from '../../stats/rungs/answer-kind.ts';
import type { BaseRate } from '../base-rate.ts';
import { columnMeans } from '../column-means.ts';
import { type Likeness, textColumns } from './text-tally.ts';

const { share } = columnMeans('text', textColumns);

/** Returns the base rate of a similarity: that of responses to different prompts. */
export function textBaseRate(name: Likeness): BaseRate {
  return { baseRate: share('', [`unrelated:${name}`, 'unrelated']).value };
}

/** The response of each execution of a unit. */
export type Texts = readonly string[];

/** Returns the mean edit similarity of a text and each response, in [0, 1]. */
export function meanSimilarity(text: string, responses: Texts): number {
  let sum = 0;
  for (const response of responses) sum += textSimilarity(text, response).edit;
  return sum / responses.length;
}

/** Number of responses that are tried as the constant answer, evenly over their lengths. */
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
  return bestOf(candidates(outcomes), outcomes, meanSimilarity);
}

/** The constant answer of texts: the response that is most like all others. */
export const constantTexts: Pick<AnswerKind<string, Texts>, 'constants' | 'best'> = {
  constants: (outcomes) => [best(outcomes)],
  best,
};
