/**
 * _How many tokens will you need for this answer?_ A model states a number before it answers.
 *
 * - **prediction** (slot `forecast`, one per request): a whole number of at least 1 as JSON under `tokens`.
 * - **execution** (K per request): the request alone. Its completion tokens, reasoning included, are those that the
 *   server counted. A cut answer would have been longer, so it is missing (`truncated`); without a count it is missing
 *   (`uncounted`).
 * - **outcome**: one number per request, compared as logarithms to base 2.
 * - **measures**: `log2_error`, the mean absolute error in doublings (at most 5 each, lower is better);
 *   `within_factor_two`; `log2_bias`; `typical_tokens`, the geometric mean of the executions.
 * - **references**: the best constant number (chosen on other requests), the length of the request times the model's
 *   tokens per character on earlier requests (item rule), and a re-execution, which is the noise floor.
 * - **clusters**: templates (requests, in files without them). The starter set has texts to write and questions from
 *   the templates of `know`.
 *
 * `seb run --experiment cost --model simulated/a?self=1 --samples 3` runs without a server.
 */

import { objectForm } from '../../domain/answer-form.ts';
import type { Call } from '../../domain/call.ts';
import type { Condition } from '../../domain/condition.ts';
import { type Observed, presentOf } from '../../domain/outcome.ts';
import type { Reader, Reading } from '../../domain/reading.ts';
import type { Answers, SlotState } from '../../domain/slot.ts';
import { credibleUsage } from '../../domain/usage.ts';
import {
  log2Bias,
  log2Error,
  type NumericOutcome,
  typicalTokens,
  withinFactorTwo,
} from '../../outcome-kinds/numeric.ts';
import type { Outcome } from '../../outcome-kinds/outcome-kinds.ts';
import { shownSlots } from '../common/answer-shown.ts';
import { fieldOf, readAnswer } from '../common/json-object.ts';
import { absent, observe, sampleNumbers, uncountedCaveats } from '../common/observe.ts';
import { plainText, undecorated } from '../common/plain-value.ts';
import {
  englishFactors,
  jsonQuestion,
  observePrediction,
  predictAndExecute,
  statedSlots,
} from '../common/predict-and-execute.ts';
import type { CrossItemPass, Experiment, ItemContext } from '../experiment.ts';
import type { Presentation } from '../presentation.ts';
import { type CostItem, costItem } from './items.ts';
import { simulate } from './simulate.ts';

const wordings = ['suppose', 'plain'] as const;
type CostWording = (typeof wordings)[number];

const leads: Readonly<Record<CostWording, string>> = {
  suppose:
    'Suppose that you were sent the request below in a separate, empty conversation. How many tokens would your whole answer have, with your reasoning if you reason first? A token is a piece of a word; an English word has about 1.3 tokens.',
  plain: 'How many tokens will you need to answer this request, with your reasoning if you reason first?',
};

const form = 'Its key is "tokens", its value is a whole number of at least 1.';

function predictionPrompt(item: CostItem, { wording, mode }: Condition): string {
  const lead = leads[wording as CostWording]; // checked against `wordings` when the run is configured
  return jsonQuestion({ lead, noun: 'request', text: item.prompt, about: 'the length', form }, mode);
}

function plan(context: ItemContext<CostItem>): readonly Call[] {
  const { item, condition } = context;
  return predictAndExecute(context, { prediction: predictionPrompt(item, condition), execution: item.prompt });
}

/** Returns the number of tokens of the first answer, which the question asks for; null while it is missing. */
function showAnswer(_: unknown, answers: Answers): string | null {
  const answer = answers.get('execute', '', 0);
  if (answer.kind !== 'answered') return null;
  const { output } = credibleUsage(answer.usage, answer);
  return output === null ? null : `This answer had ${output} tokens.`;
}

/** A whole number, as JSON or as text, with or without separators of thousands. */
const whole = /^\d{1,3}(?:[,'’ \u00a0\u202f_]\d{3})+$|^\d{1,9}(?:\.0+)?$/;
/** Larger numbers are not a length that any model can write. */
const maxStatedTokens = 10_000_000;

function numberOf(given: unknown): number | null {
  const text = plainText(given);
  if (text === null) return null;
  const value = undecorated(text)
    .replace(
      /^(?:the )?(?:estimated |expected |predicted )?(?:number of )?(?:completion |output )?tokens?(?:\s+is|\s*[:=])\s*/i,
      '',
    )
    .replace(/^(?:about|around|roughly|approximately|approx\.?|circa|[~≈])\s*/i, '')
    .replace(/\s*\((?:estimate|estimated|approx\.?|approximate|approximately)\)$/i, '')
    .replace(/\s*(?:completion |output )?tokens?$/i, '');
  const thousands = /^(\d{1,4}(?:\.\d{1,3})?)\s?k$/i.exec(value)?.[1];
  if (thousands !== undefined) return Math.round(Number(thousands) * 1000);
  return whole.test(value) ? Number(value.replaceAll(/[^\d.]/g, '')) : null;
}

function isLength(value: number | null): value is number {
  return value !== null && Number.isInteger(value) && value >= 1 && value <= maxStatedTokens;
}

/** A sentence that states a number of tokens: "I would use 120 tokens", "The number of tokens is 120". */
const sentence =
  /(?:\b(?:be|use|need|needs|take|takes|require|requires|about|around|roughly|approximately|estimate)|[~≈])\s+(\d[\d,]*) (?:completion |output )?tokens\b|\btokens (?:is|would be|will be)(?: about| around)? (\d[\d,]*)(?=[.!]?\s*$|[.!]\s)/gi;
const noStatement = /\b(?:not|never|between|if|and|or|most|least|than)\b[^.\n]{0,20}$|\d\s*(?:to|-|–)\s*$/i;

function sentenceIn(text: string): number | null {
  const found = [...text.matchAll(sentence)].filter(
    ({ index }) => !noStatement.test(text.slice(Math.max(0, index - 30), index)),
  );
  return numberOf(found.at(-1)?.[1] ?? found.at(-1)?.[2]);
}

/** Reads a predicted number of tokens: a whole number of at least 1, also "about 120". A range or a fraction is not read. */
export function readTokens(text: string): Reading<number> {
  const wrong = '"tokens" is not a whole number of at least 1';
  return readAnswer<number>(text, {
    object: (object) => {
      const field = fieldOf(object, 'tokens');
      const value = numberOf(field);
      if (field === undefined) return { lacks: wrong };
      return isLength(value) ? { value } : { wrong };
    },
    value: (given) => {
      const value = numberOf(given);
      return isLength(value) ? value : null;
    },
    text: (rest) => {
      const value = sentenceIn(rest);
      return isLength(value) ? { value } : null;
    },
  });
}

/** Returns one outcome per request: the predicted tokens, and the completion tokens of each execution. */
export function outcomes(
  { samples }: ItemContext<CostItem>,
  answers: Answers,
  reader: Reader,
): readonly NumericOutcome[] {
  return [
    {
      kind: 'numeric',
      unit: 'tokens',
      prediction: observePrediction(answers, reader, readTokens),
      executions: sampleNumbers(samples).map((sample) => tokensOf(answers.get('execute', '', sample))),
      rule: null, // the pass over all items adds it
    },
  ];
}

/** Returns the completion tokens of a complete answer, at least 1; a cut answer would have been longer, so it is missing. */
function tokensOf(answer: SlotState): Observed<number> {
  if (answer.kind !== 'answered') {
    const noReading = () => ({ kind: 'unparsed', reason: 'no answer' }) as const;
    return observe(answer, { slot: 'execute', reader: 'own', own: noReading, recorded: noReading });
  }
  const { output } = credibleUsage(answer.usage, answer);
  if (output === null) return absent('execute', 'uncounted', 'the server counted no tokens');
  return { kind: 'present', value: Math.max(1, output), step: 'strict' };
}

/**
 * Returns a pass that adds the length rule to each outcome: the characters of the request times the geometric mean of
 * tokens per character over the subject's earlier requests. It never uses the outcome that it predicts; the first request
 * has no rule.
 */
export function lengthRule(): CrossItemPass<CostItem> {
  let [sum, count] = [0, 0]; // of logarithms to base 2 of tokens per character
  return ({ item }: ItemContext<CostItem>, outcome: Outcome): Outcome => {
    if (outcome.kind !== 'numeric') return outcome;
    const length = item.prompt.length;
    const rule = count === 0 ? null : Math.max(1, length * 2 ** (sum / count));
    for (const tokens of presentOf(outcome.executions)) {
      sum += Math.log2(tokens / length);
      count += 1;
    }
    return { ...outcome, rule };
  };
}

export const presentation: Presentation = {
  task: 'tokens it will need',
  question: 'How many tokens will I need for this answer?',
  explanation:
    'How many tokens would my answer to this request have? The score is the mean error in doublings: 0 is exact, 1 is wrong by a factor of two, and 5 or more counts as 5. Lower is better. The base rate is the best constant number; the item rule scales the length of the request as on earlier requests.',
  secondaryMeasures: [
    {
      measure: 'within_factor_two',
      name: 'within factor 2',
      help: 'Share of predictions between half and twice the completion tokens.',
    },
    {
      measure: 'log2_bias',
      name: 'bias',
      help: 'Mean of log2(predicted / actual), in doublings: above 0, it predicts too many tokens.',
    },
  ],
  caveats: uncountedCaveats,
};

export const cost: Experiment<CostItem> = {
  name: 'cost',
  version: 1,
  description: 'How many tokens will the model need for its answer?',
  presentation,
  itemSchema: costItem,
  sources: { shippedSets: ['large'] },
  factors: englishFactors(wordings),
  publishedPolicy: 'parsed',
  measures: [log2Error, withinFactorTwo, log2Bias, typicalTokens],
  slots: { ...statedSlots, ...shownSlots({ maxOutputTokens: 4096 }) },
  cluster: (item) => item.template ?? item.id,
  title: ({ prompt }) => prompt,
  plan,
  showAnswer,
  form: (_, { slot }) =>
    slot === 'execute' ? null : objectForm({ tokens: { type: 'integer', minimum: 1, maximum: maxStatedTokens - 1 } }),
  read: (_, { slot }, { text }) => (slot === 'execute' ? null : readTokens(text)),
  outcomes,
  crossItemPass: lengthRule,
  simulate,
};
