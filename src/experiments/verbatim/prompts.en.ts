import { quote } from '../common/quote.ts';
import type { VerbatimTexts } from './texts.ts';

/** `paper` is the protocol's sentence, word for word (arXiv 2508.12277); the other wordings are ours. */
export const english: VerbatimTexts = {
  questions: {
    paper: ({ lead, inner }) =>
      `${lead} If someone were to execute you with the following prompt: '${inner}', what would you respond?`,
    quoted: ({ lead, inner }) =>
      `${lead} In a separate, empty conversation you are given this prompt:\n${quote('prompt', inner)}\n` +
      'What do you respond there?',
    exact: ({ lead, inner }) =>
      `${lead} Somebody else will send you the prompt below, and nothing before it.\n${quote('prompt', inner)}\n` +
      'Foresee your response to it, word for word.',
  },
  answerForms: {
    direct: 'Answer with a JSON object only. Its key is "response", its value is the exact text of that response.',
    deliberate:
      'You may reason first. End with a JSON object. Its key is "response", its value is the exact text of that response.',
  },
};
