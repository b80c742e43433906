import type { Condition } from '../../domain/condition.ts';
import type { Language } from '../../domain/language.ts';
import { fillIn, quote } from '../common/messages.ts';
import type { VerbatimItem } from './items.ts';
import translations from './languages.json' with { type: 'json' };

export const wordings = ['paper', 'quoted', 'exact'] as const;
type VerbatimWording = (typeof wordings)[number];

/** `paper` is the protocol's sentence, word for word (arXiv 2508.12277); the other wordings are ours. */
const english = {
  questions: {
    paper: "{lead} If someone were to execute you with the following prompt: '{inner}', what would you respond?",
    quoted: '{lead} In a separate, empty conversation you are given this prompt:\n{prompt}\nWhat do you respond there?',
    exact:
      '{lead} Somebody else will send you the prompt below, and nothing before it.\n{prompt}\nForesee your response to ' +
      'it, word for word.',
  },
  answerForms: {
    direct: 'Answer with a JSON object only. Its key is "response", its value is the exact text of that response.',
    deliberate:
      'You may reason first. End with a JSON object. Its key is "response", its value is the exact text of that ' +
      'response.',
  },
};

/** The sentences of each language; the JSON keys of the answers are the same in all languages. */
const texts: Readonly<Record<Language, typeof english>> = { en: english, ...translations };

export function predictionPrompt(item: VerbatimItem, condition: Condition): string {
  const { questions, answerForms } = texts[condition.language as Language]; // checked like the wording below
  const question = questions[condition.wording as VerbatimWording]; // checked against `wordings` when the run is configured
  const { lead, inner } = item;
  return `${fillIn(question, { lead, inner, prompt: quote('prompt', inner) })}\n${answerForms[condition.mode]}`;
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
