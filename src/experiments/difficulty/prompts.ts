import { letters, type Question, questionLines } from '../../dataset/question.ts';
import type { Condition } from '../../plan/condition.ts';
import { quote } from '../../plan/quote.ts';

export const wordings = ['paper', 'effort', 'separate'] as const;
type Wording = (typeof wordings)[number];

export function solvePrompt(question: Question): string {
  return (
    `${questionLines(question)}\n` +
    'You may reason first. End with a JSON object. Its key is "answer", its value is the letter of the right option.'
  );
}

const leads: Record<Wording, string> = {
  paper:
    'Below are four multiple-choice questions, each with its right answer. Suppose that you were asked to solve each of them ' +
    'in a separate session. Rank them from the one for which you would use the fewest tokens to the one for which you would ' +
    'use the most. Questions that you would answer wrongly go last.',
  effort:
    'Here are four multiple-choice questions with their right answers. Order them by how hard they would be for you, easiest ' +
    'first: a question that you would solve with a shorter answer comes before one that takes a longer answer, and the ' +
    'questions that you would get wrong come at the end.',
  separate:
    'You are given each of the four questions below in a separate, empty conversation, without its right answer. Foresee your ' +
    'answers: put the questions that you answer correctly first, shortest answer first, then those that you answer incorrectly.',
};

const answerForms: Record<Condition['mode'], string> = {
  direct: 'Answer with a JSON object only. Its key is "ranking", its value is the list of the four names, such as',
  deliberate:
    'You may reason first. End with a JSON object. Its key is "ranking", its value is the list of the four names, such as',
};

export function rankPrompt(questions: readonly Question[], condition: Condition): string {
  const shown = questions.map((question, index) => {
    const right = question.options[letters.indexOf(question.key)] ?? '';
    return quote(`Q${index + 1}`, `${questionLines(question)}\nRight answer: ${question.key}) ${right}`);
  });
  const lead = leads[condition.wording as Wording]; // checked against `wordings` when the run is configured
  return `${lead}\n${shown.join('\n')}\n${answerForms[condition.mode]} ["Q1", "Q2", "Q3", "Q4"].`;
}
