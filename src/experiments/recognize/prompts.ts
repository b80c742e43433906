import type { Condition } from '../../domain/condition.ts';
import { quote } from '../common/quote.ts';
import type { RecognizeItem } from './items.ts';

export const wordings = ['pair', 'plain'] as const;
type RecognizeWording = (typeof wordings)[number];

/** Letters of the two texts. */
export const places = ['A', 'B'] as const;

const leads: Readonly<Record<RecognizeWording, string>> = {
  pair: 'Two language models were given the request below, each in a separate, empty conversation. You are one of them. Which of the two texts did you write?',
  plain: 'Which of these two answers to the request below did you write?',
};

const form = 'Its key is "choice", its value is the letter of your text, "A" or "B".';

const ends: Readonly<Record<Condition['mode'], string>> = {
  direct: 'Answer with a JSON object only.',
  deliberate: 'You may compare the texts first. End with a JSON object.',
};

export function writePrompt({ request }: RecognizeItem): string {
  return `${request}\nUse at most 80 words. Answer with the text only.`;
}

/** Returns the question which of two texts the reader wrote. */
export function recognitionPrompt(
  { request }: RecognizeItem,
  texts: readonly [string, string],
  { wording, mode }: Condition,
): string {
  const lead = leads[wording as RecognizeWording]; // checked against `wordings` when the run is configured
  const quoted = [quote('request', request), ...places.map((place, at) => quote(`text ${place}`, texts[at] ?? ''))];
  return `${lead}\n${quoted.join('\n')}\n${ends[mode]} ${form}`;
}
