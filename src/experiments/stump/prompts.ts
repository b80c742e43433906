import { type Question, questionLines } from '../../dataset/question.ts';
import type { Condition } from '../../plan/condition.ts';
import type { Language } from '../../plan/language.ts';
import type { StumpItem } from './items.ts';
import { english } from './prompts.en.ts';
import { spanish } from './prompts.es.ts';
import { hebrew } from './prompts.he.ts';
import { chinese } from './prompts.zh.ts';

export const wordings = ['paper', 'plain', 'challenge'] as const;
type Wording = (typeof wordings)[number];

/** The sentences of one language; the keys of the answers' JSON are the same in all of them. */
export interface Texts {
  readonly leads: Readonly<Record<Wording, (topic: string) => string>>;
  /** What is added for the second and each further question about a topic. */
  readonly another: (number: number) => string;
  readonly answerForms: Readonly<Record<Condition['mode'], string>>;
  readonly answer: string;
}

const texts: Readonly<Record<Language, Texts>> = { en: english, es: spanish, he: hebrew, zh: chinese };

export function authorPrompt(item: StumpItem, condition: Condition): string {
  const { leads, another, answerForms } = texts[condition.language as Language]; // checked like the wording below
  const lead = leads[condition.wording as Wording]; // checked against `wordings` when the run is configured
  const more = item.number > 1 ? another(item.number) : '';
  return `${lead(item.topic)}${more}\n${answerForms[condition.mode]}`;
}

export function answerPrompt(
  written: Pick<Question, 'question' | 'options'>,
  language: Condition['language'] = 'en',
): string {
  return `${questionLines(written)}\n${texts[language as Language].answer}`; // checked against `languages` before the run
}
