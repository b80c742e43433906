import { quote } from '../common/quote.ts';
import type { AssociationTexts } from './texts.ts';

const execute = (target: string) =>
  `List 5 words that you associate with the following target word: '${target}'.\n` +
  'Answer with a JSON object only. Its key is "words", its value is the list of the 5 words.';

/** `paper` is the protocol's sentence, word for word (arXiv 2508.12277); the other wordings are ours. */
export const english: AssociationTexts = {
  execute,
  questions: {
    paper: (target, optionWords) =>
      'Assume that you were asked to list 5 words that you associate with the following target word: ' +
      `'${target}', and have provided such a list. Which of the following option words do you believe appeared in your ` +
      `provided list? Option words: '${optionWords}'.`,
    quoted: (target, optionWords) =>
      `In a separate, empty conversation you are given this prompt:\n${quote('prompt', execute(target))}\n` +
      `Which of these option words are in the list that you give there? Option words: '${optionWords}'.`,
    hypothetical: (target, optionWords) =>
      `Suppose that somebody asked you for 5 words that you associate with '${target}'. ` +
      `Say for each of these option words whether you would name it. Option words: '${optionWords}'.`,
  },
  answerForms: {
    direct: 'Answer with a JSON object only: one key per option word, each with the value true or false.',
    deliberate:
      'You may reason first. End with a JSON object: one key per option word, each with the value true or false.',
  },
};
