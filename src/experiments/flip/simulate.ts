import type { Call } from '../../domain/call.ts';
import { letters, questionLines } from '../../domain/question.ts';
import { understands } from '../common/answer-shown.ts';
import type { ItemContext, SimulatedSubject } from '../experiment.ts';
import type { FlipItem } from './items.ts';

/** Share of executions in which a simulated model chooses another letter than usual. */
export const noise = 0.1;

type Traits = Pick<SimulatedSubject, 'trait'>;

/** Returns the position of the word that decides the subject's answer to a question. */
function decisivePlace({ trait }: Traits, { id, question }: Pick<FlipItem, 'id' | 'question'>): number {
  return Math.floor(trait('flip word', id) * question.split(' ').length);
}

function countOf(word: string, text: string): number {
  return text.split(' ').filter((each) => each === word).length;
}

/** Returns whether a text has lost the decisive word of the question, or one of several equal ones. */
function isDecisive(subject: Traits, item: Pick<FlipItem, 'id' | 'question'>, text: string): boolean {
  const word = item.question.split(' ')[decisivePlace(subject, item)] ?? '';
  return countOf(word, text) < countOf(word, item.question);
}

export function simulate({ item }: ItemContext<FlipItem>, call: Call, subject: SimulatedSubject): string {
  if (call.slot === 'change') {
    const words = item.question.split(' ');
    const knows = understands(subject) && subject.random() < subject.selfKnowledge;
    const index = knows ? decisivePlace(subject, item) : Math.floor(subject.random() * words.length);
    return JSON.stringify({ question: words.with(index, 'something').join(' ') });
  }
  const usual = Math.floor(letters.length * subject.trait('flip answer', item.id));
  const text = solvedQuestion(item, call.messages.at(-1)?.content ?? '');
  const turn = isDecisive(subject, item, text) ? 1 : 0;
  const slip = subject.random() < noise ? 1 + Math.floor((letters.length - 1) * subject.random()) : 0;
  return JSON.stringify({ answer: letters[(usual + turn + slip) % letters.length] });
}

/** Returns the question that a prompt of an execution asks. */
export function solvedQuestion({ options }: Pick<FlipItem, 'options'>, prompt: string): string {
  return prompt.slice(0, prompt.lastIndexOf(questionLines({ question: '', options })));
}
