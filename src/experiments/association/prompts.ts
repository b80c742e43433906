import type { Condition } from '../../plan/condition.ts';
import type { Language } from '../../plan/language.ts';
import type { AssociationItem } from './items.ts';
import { english } from './prompts.en.ts';
import { spanish } from './prompts.es.ts';
import { hebrew } from './prompts.he.ts';
import { chinese } from './prompts.zh.ts';

export const wordings = ['paper', 'quoted', 'hypothetical'] as const;
type Wording = (typeof wordings)[number];

/** The sentences of one language; the keys of the answers' JSON are the same in all of them. */
export interface Texts {
  readonly execute: (target: string) => string;
  readonly questions: Readonly<Record<Wording, (target: string, optionWords: string) => string>>;
  readonly answerForms: Readonly<Record<Condition['mode'], string>>;
}

const texts: Readonly<Record<Language, Texts>> = { en: english, es: spanish, he: hebrew, zh: chinese };

export function executePrompt(target: string, language: Condition['language'] = 'en'): string {
  return texts[language as Language].execute(target); // checked against `languages` when the run is configured
}

export function forecastPrompt(item: AssociationItem, options: readonly string[], condition: Condition): string {
  const { questions, answerForms } = texts[condition.language as Language]; // checked like the wording below
  const ask = questions[condition.wording as Wording]; // checked against `wordings` when the run is configured
  return `${ask(item.target, options.join(', '))}\n${answerForms[condition.mode]}`;
}
