import type { Condition } from '../../domain/condition.ts';
import { jsonQuestion } from '../common/predict-and-execute.ts';
import type { CostItem } from './items.ts';

export const wordings = ['suppose', 'plain'] as const;
type CostWording = (typeof wordings)[number];

const leads: Readonly<Record<CostWording, string>> = {
  suppose:
    'Suppose that you were sent the request below in a separate, empty conversation. How many tokens would your whole answer have, with your reasoning if you reason first? A token is a piece of a word; an English word has about 1.3 tokens.',
  plain: 'How many tokens will you need to answer this request, with your reasoning if you reason first?',
};

const form = 'Its key is "tokens", its value is a whole number of at least 1.';

export function predictionPrompt(item: CostItem, { wording, mode }: Condition): string {
  const lead = leads[wording as CostWording]; // checked against `wordings` when the run is configured
  return jsonQuestion({ lead, noun: 'request', text: item.prompt, about: 'the length', form }, mode);
}
