import type { Condition } from '../../domain/condition.ts';
import { questionLines } from '../../domain/question.ts';
import { jsonQuestion } from '../common/predict-and-execute.ts';
import type { KnowItem } from './items.ts';

export const wordings = ['suppose', 'plain'] as const;
type KnowWording = (typeof wordings)[number];

const leads: Readonly<Record<KnowWording, string>> = {
  suppose:
    'Suppose that you were asked the multiple-choice question below in a separate, empty conversation, with its four options A to D. How likely is it that you would choose the right option?',
  plain: 'How likely are you to answer this four-option multiple-choice question correctly?',
};

const form = 'Its key is "probability", its value is a whole number from 0 (certainly wrong) to 100 (certainly right).';

/** Returns the prompt of the prediction: the question without its options, or with them (factor `shown`). */
export function predictionPrompt(item: KnowItem, condition: Condition): string {
  const text = condition.shown === 'options' ? questionLines(item) : item.question;
  const lead = leads[condition.wording as KnowWording]; // checked against `wordings` when the run is configured
  return jsonQuestion({ lead, noun: 'question', text, about: 'your chances', form }, condition.mode);
}
