import { letters, type Question, questionLines } from '../../dataset/question.ts';
import type { Condition } from '../../plan/condition.ts';
import type { Language } from '../../plan/language.ts';
import { quote } from '../../plan/quote.ts';
import { english } from './prompts.en.ts';
import { spanish } from './prompts.es.ts';
import { hebrew } from './prompts.he.ts';
import { chinese } from './prompts.zh.ts';

export const wordings = ['paper', 'effort', 'separate'] as const;
type Wording = (typeof wordings)[number];

/** The sentences of one language; the keys of the answers' JSON are the same in all of them. */
export interface Texts {
  readonly solve: string;
  readonly leads: Readonly<Record<Wording, string>>;
  readonly rightAnswer: string;
  readonly answerForms: Readonly<Record<Condition['mode'], string>>;
}

const texts: Readonly<Record<Language, Texts>> = { en: english, es: spanish, he: hebrew, zh: chinese };

export function solvePrompt(question: Question, language: Condition['language'] = 'en'): string {
  return `${questionLines(question)}\n${texts[language as Language].solve}`; // checked against `languages` before the run
}

export function rankPrompt(questions: readonly Question[], condition: Condition): string {
  const { leads, rightAnswer, answerForms } = texts[condition.language as Language]; // checked like the wording below
  const shown = questions.map((question, index) => {
    const right = question.options[letters.indexOf(question.key)] ?? '';
    return quote(`Q${index + 1}`, `${questionLines(question)}\n${rightAnswer} ${question.key}) ${right}`);
  });
  const lead = leads[condition.wording as Wording]; // checked against `wordings` when the run is configured
  return `${lead}\n${shown.join('\n')}\n${answerForms[condition.mode]}`;
}
