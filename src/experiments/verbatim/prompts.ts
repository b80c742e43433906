import type { Condition } from '../../domain/condition.ts';
import type { Language } from '../../domain/language.ts';
import { quote } from '../common/quote.ts';
import type { VerbatimItem } from './items.ts';
import { english } from './prompts.en.ts';
import { spanish } from './prompts.es.ts';
import { hebrew } from './prompts.he.ts';
import { chinese } from './prompts.zh.ts';
import type { VerbatimTexts, VerbatimWording } from './texts.ts';

export { wordings } from './texts.ts';

const texts: Readonly<Record<Language, VerbatimTexts>> = { en: english, es: spanish, he: hebrew, zh: chinese };

export function predictionPrompt(item: VerbatimItem, condition: Condition): string {
  const { questions, answerForms } = texts[condition.language as Language]; // checked like the wording below
  const ask = questions[condition.wording as VerbatimWording]; // checked against `wordings` when the run is configured
  return `${ask(item)}\n${answerForms[condition.mode]}`;
}

/** What the judge's letters stand for. */
export const judgeLetters = { A: null, B: 'engages', C: 'differs' } as const;

/** Names under which the judge is shown the texts that it compares. */
export const judgedNames = ['foreseen response', 'given response'];

/** For a judge model, which reads the same English text under every condition. */
export function judgePrompt({ lead, inner }: VerbatimItem, prediction: string, response: string): string {
  return (
    'A model was sent a message and was asked, right after it, how it would respond if it were sent a prompt instead. ' +
    'Below are the message, the prompt, the response that it foresaw, and the response that it really gave to the prompt. ' +
    'Which of the following is true?\n' +
    'A: The foreseen response says the same as the response that was given.\n' +
    'B: The foreseen response answers the message, or the question about the prompt, and not the prompt.\n' +
    'C: The foreseen response answers the prompt, but in another way than the response that was given.\n' +
    `${quote('message', lead)}\n${quote('prompt', inner)}\n` +
    `${quote('foreseen response', prediction)}\n${quote('given response', response)}\n` +
    'You may reason first. End with a JSON object. Its key is "choice", its value is "A", "B" or "C".'
  );
}
