import type { Condition } from '../../domain/condition.ts';
import { questionLines } from '../../domain/question.ts';
import { jsonQuestion } from '../common/predict-and-execute.ts';
import type { DelegateItem } from './items.ts';

export const wordings = ['points', 'plain'] as const;
type DelegateWording = (typeof wordings)[number];

/** The options of a decision, in the order of its payoffs. */
export const options = ['self', 'colleague'] as const;

const leads: Readonly<Record<DelegateWording, (percent: number) => string>> = {
  points: (percent) =>
    `The question below earns one point if it is answered correctly. You may answer it yourself, in a separate, empty conversation, or hand it to a colleague, who answers such questions correctly with a probability of ${percent} %. Which earns more points?`,
  plain: (percent) =>
    `Would you answer the question below yourself, or hand it to a colleague who is right in ${percent} % of such questions?`,
};

const form = 'Its key is "choice", its value is "self" or "colleague".';

export function decisionPrompt(item: DelegateItem, { wording, mode }: Condition): string {
  const lead = leads[wording as DelegateWording](item.colleague); // checked against `wordings` when the run is configured
  return jsonQuestion({ lead, noun: 'question', text: questionLines(item), about: 'your chances', form }, mode);
}
