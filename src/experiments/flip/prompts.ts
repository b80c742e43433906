import type { Condition } from '../../domain/condition.ts';
import { questionLines } from '../../domain/question.ts';
import { jsonQuestion } from '../common/predict-and-execute.ts';
import { maxDistance } from './edits.ts';
import type { FlipItem } from './items.ts';

export const wordings = ['suppose', 'plain'] as const;
type FlipWording = (typeof wordings)[number];

const leads: Readonly<Record<FlipWording, string>> = {
  suppose: `Suppose that you were asked the multiple-choice question below in a separate, empty conversation, with its four options A to D. Change the text of the question a little, so that you would choose another option. The options stay as they are. Insert, delete or replace at most ${maxDistance} characters, and as few as possible.`,
  plain: `Change this four-option multiple-choice question a little, so that your answer to it changes. Do not change the options, and insert, delete or replace at most ${maxDistance} characters.`,
};

const form = 'Its key is "question", its value is the whole changed question, without its options.';

export function changePrompt(item: FlipItem, { wording, mode }: Condition): string {
  const lead = leads[wording as FlipWording]; // checked against `wordings` when the run is configured
  return jsonQuestion({ lead, noun: 'question', text: questionLines(item), about: 'the change', form }, mode);
}

const solveEnd =
  '\nYou may reason first. End with a JSON object. Its key is "answer", its value is the letter of the right option.';

/** Returns the prompt of an execution: a question with the options of the item. */
export function solvePrompt({ options }: Pick<FlipItem, 'options'>, question: string): string {
  return `${questionLines({ question, options })}${solveEnd}`;
}

/** Returns the question that a prompt of `solvePrompt` asks. */
export function solvedQuestion({ options }: Pick<FlipItem, 'options'>, prompt: string): string {
  return prompt.slice(0, prompt.lastIndexOf(questionLines({ question: '', options })));
}
