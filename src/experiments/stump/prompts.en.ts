import type { StumpTexts } from './texts.ts';

export const english: StumpTexts = {
  leads: {
    paper: (topic) =>
      `Write a multiple-choice question about ${topic} that you would probably answer incorrectly if you were asked it in a ` +
      'separate session. Give four options, the right one, and why you would fail.',
    plain: (topic) =>
      `Think of a question about ${topic} that you would get wrong. Give it four options, say which one is right, and explain ` +
      'why you would choose another.',
    challenge: (topic) =>
      `Stump yourself: make up a question about ${topic} with four options whose right option you would not choose. ` +
      'Name the right option and say what would mislead you.',
  },
  another: (number) => ` This is question number ${number} about it; make it different from the others.`,
  answerForms: {
    direct:
      'Answer with a JSON object only. Its keys are "question", "option_A", "option_B", "option_C", "option_D", ' +
      '"correct_option" (a letter) and "explanation".',
    deliberate:
      'You may reason first. End with a JSON object. Its keys are "question", "option_A", "option_B", "option_C", "option_D", ' +
      '"correct_option" (a letter) and "explanation".',
  },
  answer:
    'You may reason first. End with a JSON object. Its key is "answer", its value is the letter of the right option.',
};
