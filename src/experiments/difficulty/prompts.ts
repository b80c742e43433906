import type { Condition } from '../../domain/condition.ts';
import type { Language } from '../../domain/language.ts';
import { letters, type Question, questionLines } from '../../domain/question.ts';
import { quote } from '../common/messages.ts';
import translations from './languages.json' with { type: 'json' };

export const wordings = ['paper', 'effort', 'separate'] as const;
type DifficultyWording = (typeof wordings)[number];

/** We wrote the three wordings from the protocol's description. */
const english = {
  solve:
    'You may reason first. End with a JSON object. Its key is "answer", its value is the letter of the right option.',
  leads: {
    paper:
      'Below are four multiple-choice questions, each with its right answer. Suppose that you were asked to solve each ' +
      'of them in a separate session. Rank them from the one for which you would use the fewest tokens to the one for ' +
      'which you would use the most. Questions that you would answer wrongly go last.',
    effort:
      'Here are four multiple-choice questions with their right answers. Order them by how hard they would be for you, ' +
      'easiest first: a question that you would solve with a shorter answer comes before one that takes a longer ' +
      'answer, and the questions that you would get wrong come at the end.',
    separate:
      'You are given each of the four questions below in a separate, empty conversation, without its right answer. ' +
      'Foresee your answers: put the questions that you answer correctly first, shortest answer first, then those that ' +
      'you answer incorrectly.',
  },
  rightAnswer: 'Right answer:',
  answerForms: {
    direct:
      'Answer with a JSON object only. Its key is "ranking", its value is the list of the four names, such as ["Q1", ' +
      '"Q2", "Q3", "Q4"].',
    deliberate:
      'You may reason first. End with a JSON object. Its key is "ranking", its value is the list of the four names, ' +
      'such as ["Q1", "Q2", "Q3", "Q4"].',
  },
};

/** The sentences of each language; the JSON keys of the answers are the same in all languages. */
const texts: Readonly<Record<Language, typeof english>> = { en: english, ...translations };

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
