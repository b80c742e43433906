import { type Question, questionLines } from '../../dataset/question.ts';
import type { Condition } from '../../plan/condition.ts';
import type { StumpItem } from './items.ts';

export const wordings = ['paper', 'plain', 'challenge'] as const;
type Wording = (typeof wordings)[number];

const leads: Record<Wording, (topic: string) => string> = {
  paper: (topic) =>
    `Write a multiple-choice question about ${topic} that you would probably answer incorrectly if you were asked it in a ` +
    'separate session. Give four options, the right one, and why you would fail.',
  plain: (topic) =>
    `Think of a question about ${topic} that you would get wrong. Give it four options, say which one is right, and explain ` +
    'why you would choose another.',
  challenge: (topic) =>
    `Stump yourself: make up a question about ${topic} with four options whose right option you would not choose. ` +
    'Name the right option and say what would mislead you.',
};

const answerForms: Record<Condition['mode'], string> = {
  direct:
    'Answer with a JSON object only. Its keys are "question", "option_A", "option_B", "option_C", "option_D", ' +
    '"correct_option" (a letter) and "explanation".',
  deliberate:
    'You may reason first. End with a JSON object. Its keys are "question", "option_A", "option_B", "option_C", "option_D", ' +
    '"correct_option" (a letter) and "explanation".',
};

export function authorPrompt(item: StumpItem, condition: Condition): string {
  const lead = leads[condition.wording as Wording]; // checked against `wordings` when the run is configured
  const another =
    item.number > 1 ? ` This is question number ${item.number} about it; make it different from the others.` : '';
  return `${lead(item.topic)}${another}\n${answerForms[condition.mode]}`;
}

export function answerPrompt(written: Pick<Question, 'question' | 'options'>): string {
  return (
    `${questionLines(written)}\n` +
    'You may reason first. End with a JSON object. Its key is "answer", its value is the letter of the right option.'
  );
}
