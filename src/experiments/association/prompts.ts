import type { Condition } from '../../domain/condition.ts';
import type { Language } from '../../domain/language.ts';
import { fillIn, quote } from '../common/messages.ts';
import type { AssociationItem } from './items.ts';
import translations from './languages.json' with { type: 'json' };

export const wordings = ['paper', 'quoted', 'hypothetical'] as const;
type AssociationWording = (typeof wordings)[number];

/** `paper` is the protocol's sentence, word for word (arXiv 2508.12277); the other wordings are ours. */
const english = {
  execute:
    "List 5 words that you associate with the following target word: '{target}'.\nAnswer with a JSON object only. " +
    'Its key is "words", its value is the list of the 5 words.',
  questions: {
    paper:
      "Assume that you were asked to list 5 words that you associate with the following target word: '{target}', and " +
      'have provided such a list. Which of the following option words do you believe appeared in your provided list? ' +
      "Option words: '{options}'.",
    quoted:
      'In a separate, empty conversation you are given this prompt:\n{prompt}\nWhich of these option words are in the ' +
      "list that you give there? Option words: '{options}'.",
    hypothetical:
      "Suppose that somebody asked you for 5 words that you associate with '{target}'. Say for each of these option " +
      "words whether you would name it. Option words: '{options}'.",
  },
  answerForms: {
    direct: 'Answer with a JSON object only: one key per option word, each with the value true or false.',
    deliberate:
      'You may reason first. End with a JSON object: one key per option word, each with the value true or false.',
  },
};

/** The sentences of each language; the JSON keys of the answers are the same in all languages. */
const texts: Readonly<Record<Language, typeof english>> = { en: english, ...translations };

export function executePrompt(target: string, language: Condition['language'] = 'en'): string {
  return fillIn(texts[language as Language].execute, { target }); // checked against `languages` when the run is configured
}

export function predictionPrompt(item: AssociationItem, options: readonly string[], condition: Condition): string {
  const { questions, answerForms } = texts[condition.language as Language]; // checked like the wording below
  const question = questions[condition.wording as AssociationWording]; // checked against `wordings` when the run is configured
  const prompt = quote('prompt', executePrompt(item.target, condition.language));
  const asked = fillIn(question, { target: item.target, options: options.join(', '), prompt });
  return `${asked}\n${answerForms[condition.mode]}`;
}
