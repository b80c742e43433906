import type { Condition } from '../../domain/condition.ts';
import { quote } from '../kit/quote.ts';
import type { RepeatItem } from './items.ts';

export const wordings = ['suppose', 'plain'] as const;
type RepeatWording = (typeof wordings)[number];

const leads: Readonly<Record<RepeatWording, string>> = {
  suppose:
    'Suppose that you were sent the request below twice, in two separate, empty conversations. How likely is it that you would give the same short answer both times?',
  plain:
    'How likely are you to give the same answer if you answer this request twice, without seeing the first answer?',
};

const form =
  'Its key is "probability", its value is a whole number from 0 (certainly different) to 100 (certainly the same).';

const answerForms: Readonly<Record<Condition['mode'], string>> = {
  direct: `Do not answer the request. Answer with a JSON object only. ${form}`,
  deliberate: `Do not answer the request. You may reason about your chances first. End with a JSON object. ${form}`,
};

export function predictionPrompt(item: RepeatItem, { wording, mode }: Condition): string {
  const lead = leads[wording as RepeatWording]; // checked against `wordings` when the run is configured
  return `${lead}\n${quote('request', item.request)}\n${answerForms[mode]}`;
}

export function requestPrompt({ request }: RepeatItem): string {
  return `${request}\nAnswer with a JSON object only. Its key is "answer", its value is one word, one number or one letter.`;
}
