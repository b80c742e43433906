import type { Condition } from '../../domain/condition.ts';
import type { Language } from '../../domain/language.ts';
import type { AssociationItem } from './items.ts';
import { english } from './prompts.en.ts';
import { spanish } from './prompts.es.ts';
import { hebrew } from './prompts.he.ts';
import { chinese } from './prompts.zh.ts';
import type { AssociationTexts, AssociationWording } from './texts.ts';

export { wordings } from './texts.ts';

const texts: Readonly<Record<Language, AssociationTexts>> = { en: english, es: spanish, he: hebrew, zh: chinese };

export function executePrompt(target: string, language: Condition['language'] = 'en'): string {
  return texts[language as Language].execute(target); // checked against `languages` when the run is configured
}

export function predictionPrompt(item: AssociationItem, options: readonly string[], condition: Condition): string {
  const { questions, answerForms } = texts[condition.language as Language]; // checked like the wording below
  const ask = questions[condition.wording as AssociationWording]; // checked against `wordings` when the run is configured
  return `${ask(item.target, options.join(', '))}\n${answerForms[condition.mode]}`;
}
