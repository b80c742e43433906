import type { Condition } from '../../domain/condition.ts';
import type { Language } from '../../domain/language.ts';
import { type Question, questionLines } from '../../domain/question.ts';
import { fillIn } from '../common/messages.ts';
import type { StumpItem } from './items.ts';
import translations from './languages.json' with { type: 'json' };

export const wordings = ['paper', 'plain', 'challenge'] as const;
type StumpWording = (typeof wordings)[number];

/** We wrote the wordings from the protocol's description; `another` is added from the second question about a topic on. */
const english = {
  leads: {
    paper:
      'Write a multiple-choice question about {topic} that you would probably answer incorrectly if you were asked it ' +
      'in a separate session. Give four options, the right one, and why you would fail.',
    plain:
      'Think of a question about {topic} that you would get wrong. Give it four options, say which one is right, and ' +
      'explain why you would choose another.',
    challenge:
      'Stump yourself: make up a question about {topic} with four options whose right option you would not choose. ' +
      'Name the right option and say what would mislead you.',
  },
  another: ' This is question number {number} about it; make it different from the others.',
  answerForms: {
    direct:
      'Answer with a JSON object only. Its keys are "question", "option_A", "option_B", "option_C", "option_D", ' +
      '"correct_option" (a letter) and "explanation".',
    deliberate:
      'You may reason first. End with a JSON object. Its keys are "question", "option_A", "option_B", "option_C", ' +
      '"option_D", "correct_option" (a letter) and "explanation".',
  },
  answer:
    'You may reason first. End with a JSON object. Its key is "answer", its value is the letter of the right option.',
};

/** The sentences of each language; the JSON keys of the answers are the same in all languages. */
const texts: Readonly<Record<Language, typeof english>> = { en: english, ...translations };

export function authorPrompt(item: StumpItem, condition: Condition): string {
  const { leads, another, answerForms } = texts[condition.language as Language]; // checked like the wording below
  const lead = leads[condition.wording as StumpWording]; // checked against `wordings` when the run is configured
  const more = item.number > 1 ? fillIn(another, { number: String(item.number) }) : '';
  return `${fillIn(lead, { topic: item.topic })}${more}\n${answerForms[condition.mode]}`;
}

export function answerPrompt(
  written: Pick<Question, 'question' | 'options'>,
  language: Condition['language'] = 'en',
): string {
  return `${questionLines(written)}\n${texts[language as Language].answer}`; // checked against `languages` before the run
}
