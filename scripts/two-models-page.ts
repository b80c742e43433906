/** The page docs/results/two-models.md from what `seb study report --json` prints. */

import { z } from 'zod';
import { quantitySchema } from '../src/results/quantity.ts';
import { mean } from '../src/stats/moments.ts';
import { percentText, pointsRange, pointsText } from '../src/util/numbers.ts';
import { markdownTable } from './results-page.ts';

const accuracy = z.object({
  base: z.string(),
  trainedOn: z.string().nullable(),
  target: z.string(),
  accuracy: quantitySchema,
  mode: z.number(),
});
type Accuracy = z.infer<typeof accuracy>;

const contrast = z.object({ a: z.string(), b: z.string().nullable(), quantity: quantitySchema, word: z.string() });
const direction = contrast.extend({ explainingDeviation: z.number().nullable() });
const pair = z.object({
  a: z.string(),
  b: z.string(),
  I: contrast,
  E: contrast,
  plain: z.array(direction),
  shifted: z.array(z.object({ target: z.string(), shifted: z.string(), plain: quantitySchema, difference: contrast })),
  beyondRules: z.array(contrast),
  verdict: z.string(),
});
const study = z.object({
  limits: z.array(z.string()),
  result: z.object({ pairs: z.array(pair).length(1), predictors: z.array(accuracy) }),
});

type Value = z.infer<typeof quantitySchema>;

/** Returns a difference in points with its interval: `+1.2 points [−1.3, 3.7]`. */
function difference({ value, interval }: Value): string {
  return value === null || interval === null ? 'not measured' : `${pointsText(value)} ${pointsRange(interval)}`;
}

function percent(share: number | null | undefined): string {
  return share === null || share === undefined ? 'not measured' : percentText(share);
}

/** Returns the share of right predictions of one predictor about one target, the mean over its trainings. */
function share(predictors: readonly Accuracy[], base: string, target: string): string {
  const found = predictors.filter((each) => each.base === base && each.target === target && each.trainedOn === target);
  return percent(mean(found.flatMap(({ accuracy: { value } }) => value ?? [])));
}

/** Returns docs/results/two-models.md. */
export function twoModelsPage(printed: string): string {
  const { limits, result } = study.parse(JSON.parse(printed));
  const [only] = result.pairs;
  if (only === undefined) throw new Error('the study has no pair');
  const { a, b, I, E, plain, shifted, beyondRules, verdict } = only;
  const rule = beyondRules[0]?.b ?? '';
  const baseOf = (target: string) => (target.startsWith(a) ? a : b);
  const targets = [a, b].flatMap((target) => [target, shifted.find((each) => each.target === target)?.shifted ?? '']);
  const accuracies = targets.map((target) => {
    const own = baseOf(target);
    const constant = percent(result.predictors.find((each) => each.target === target)?.mode);
    const shares = [own, own === a ? b : a].map((base) => share(result.predictors, base, target));
    return [target, constant, share(result.predictors, rule, target), ...shares];
  });
  const by = <T extends { readonly target: string } | { readonly a: string }>(
    list: readonly T[],
    target: string,
  ): T => {
    const found = list.find((each) => ('target' in each ? each.target : each.a) === target);
    if (found === undefined) throw new Error(`nothing about ${target}`);
    return found;
  };
  const differences = [a, b].map((target) => [
    target,
    difference(by(plain, target).quantity),
    difference(by(shifted, target).plain),
    difference(by(shifted, target).difference.quantity),
    difference(by(beyondRules, target).quantity),
  ]);
  const deviation = by(plain, b).explainingDeviation;
  const words = [a, b].map((target) => by(plain, target).word);
  if (verdict !== 'not measured' || words.some((word) => word !== 'no test') || deviation === null)
    throw new Error(`the verdict is "${verdict}" (${words.join('; ')}); rewrite the page`);
  return `# Two real models, trained to predict themselves

Does a model that was trained on its own answers predict them better than another model trained on the same answers? We trained two
real models on themselves, on each other and on *shifted selves*, almost every arm once. **Not measured**: one training of each arm compares
copies, not models. Nothing here speaks for private knowledge.

${a} and ${b} (both Apache-2.0), LoRA of rank 32, 3 epochs, 12,000 rows for each target, on one H100. They answer
each question with one word; four properties of this word are predicted.

- **own**: the same weights, trained on the answers of this target; **other**: the other model, trained on the same rows.
- A **shifted self** answers under a hidden system prompt ("You are a medieval king. ..."): own minus other on it shows what training on
  familiar text alone is worth.
- **n-grams**: an outside predictor (logistic regression on words and characters of the question), trained on the same rows.

<picture>
  <source media="(prefers-color-scheme: dark)" srcset="./two-models.dark.svg">
  <img src="./two-models.svg" alt="Share of right predictions of each predictor about each target; the table below has the numbers of the trained ones.">
</picture>

Share of right predictions on held-out questions, mean over four properties:

${markdownTable([['answers of', 'constant', 'n-grams', 'own, trained', 'other, trained'], ...accuracies])}

Differences with their 95 % intervals:

${markdownTable([['answers of', 'own − other', 'own − other, shifted self', 'the first − the second', 'own − n-grams'], ...differences])}

- **About ${a}**, these two copies are not shown to differ, nor on its shifted self.
- **About ${b}**, they differ: the copy of the other model, almost four times as large, is more often right. If trainings of one recipe vary by
  more than ${(100 * deviation).toFixed(1)} points (standard deviation), seeds alone explain it. Its own predictions are not shown to beat n-grams.
- Over both directions ([I and E](../introspection.md#definitions)): I = ${difference(I.quantity)}, E = ${difference(E.quantity)}. Every trained model is far
  above the constant.

## What it cannot say

- One pair of models, one hidden prompt, untuned hyperparameters. One training of each arm, and two of ${b} on the answers of
  ${a} and of its shifted self: the intervals are over strings, and do not include the variance between trainings.
- What untrained models know: they seldom answer in the requested form.
${limits
  .filter((limit) => /^\d+ test items|^Not measured/.test(limit))
  .map((limit) => `- ${limit}`)
  .join('\n')}

[How this page is made](../../bench/notes/results-pages.md).
`;
}
