import type { Condition } from '../../domain/condition.ts';
import { jsonQuestion } from '../common/predict-and-execute.ts';
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

export function predictionPrompt(item: RepeatItem, { wording, mode }: Condition): string {
  const lead = leads[wording as RepeatWording]; // checked against `wordings` when the run is configured
  return jsonQuestion({ lead, noun: 'request', text: item.request, about: 'your chances', form }, mode);
}

export function requestPrompt({ request }: RepeatItem): string {
  return `${request}\nAnswer with a JSON object only. Its key is "answer", its value is one word, one number or one letter.`;
}
