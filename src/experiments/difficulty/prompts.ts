import type { Condition } from '../../domain/condition.ts';
import type { Language } from '../../domain/language.ts';
import { letters, type Question, questionLines } from '../../domain/question.ts';
import { quote } from '../common/quote.ts';
import { english } from './prompts.en.ts';
import { spanish } from './prompts.es.ts';
import { hebrew } from './prompts.he.ts';
import { chinese } from './prompts.zh.ts';
import type { DifficultyTexts, DifficultyWording } from './texts.ts';

export { wordings } from './texts.ts';

const texts: Readonly<Record<Language, DifficultyTexts>> = { en: english, es: spanish, he: hebrew, zh: chinese };

export function solvePrompt(question: Question, language: Condition['language'] = 'en'): string {
  return `${questionLines(question)}\n${texts[language as Language].solve}`; // checked against `languages` before the run
}

export function rankPrompt(questions: readonly Question[], condition: Condition): string {
  const { leads, rightAnswer, answerForms } = texts[condition.language as Language]; // checked like the wording below
  const shown = questions.map((question, index) => {
    const right = question.options[letters.indexOf(question.key)] ?? '';
    return quote(`Q${index + 1}`, `${questionLines(question)}\n${rightAnswer} ${question.key}) ${right}`);
  });
  const lead = leads[condition.wording as DifficultyWording]; // checked against `wordings` when the run is configured
  return `${lead}\n${shown.join('\n')}\n${answerForms[condition.mode]}`;
}
