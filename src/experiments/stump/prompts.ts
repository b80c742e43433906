import type { Condition } from '../../domain/condition.ts';
import type { Language } from '../../domain/language.ts';
import { type Question, questionLines } from '../../domain/question.ts';
import type { StumpItem } from './items.ts';
import { english } from './prompts.en.ts';
import { spanish } from './prompts.es.ts';
import { hebrew } from './prompts.he.ts';
import { chinese } from './prompts.zh.ts';
import type { StumpTexts, StumpWording } from './texts.ts';

export { wordings } from './texts.ts';

const texts: Readonly<Record<Language, StumpTexts>> = { en: english, es: spanish, he: hebrew, zh: chinese };

export function authorPrompt(item: StumpItem, condition: Condition): string {
  const { leads, another, answerForms } = texts[condition.language as Language]; // checked like the wording below
  const lead = leads[condition.wording as StumpWording]; // checked against `wordings` when the run is configured
  const more = item.number > 1 ? another(item.number) : '';
  return `${lead(item.topic)}${more}\n${answerForms[condition.mode]}`;
}

export function answerPrompt(
  written: Pick<Question, 'question' | 'options'>,
  language: Condition['language'] = 'en',
): string {
  return `${questionLines(written)}\n${texts[language as Language].answer}`; // checked against `languages` before the run
}
