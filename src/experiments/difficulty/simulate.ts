import type { Call } from '../../domain/call.ts';
import { letters, type Question } from '../../domain/question.ts';
import { shuffled } from '../../util/random.ts';
import { seenAnswer, understands } from '../common/answer-shown.ts';
import { reordered } from '../common/messages.ts';
import type { ItemContext, SimulatedSubject } from '../experiment.ts';
import { type DifficultyItem, questionNames } from './items.ts';

interface Effort {
  /** Probability of the right answer. */
  readonly correct: number;
  readonly words: number;
}

const effort = (know: number, work: number): Effort => ({
  correct: 0.2 + 0.75 * know,
  words: Math.round(3 + 60 * work),
});

/** Returns the effort that a question takes the subject, and its population. */
function efforts(subject: SimulatedSubject, question: Question): { own: Effort; common: Effort } {
  const know = subject.commonTrait('know', question.id);
  const work = subject.commonTrait('work', question.id);
  return {
    own: effort((know + subject.trait('know', question.id)) / 2, (work + subject.trait('work', question.id)) / 2),
    common: effort(know, work),
  };
}

export function simulate(
  { item, condition }: ItemContext<DifficultyItem>,
  call: Call,
  subject: SimulatedSubject,
): string {
  if (call.slot === 'execute') {
    const question = item.questions.find(({ id }) => id === call.part);
    if (question === undefined) return '';
    const { own } = efforts(subject, question);
    const wrong = letters.filter((letter) => letter !== question.key);
    const answer =
      subject.random() < own.correct ? question.key : (wrong[Math.floor(subject.random() * wrong.length)] ?? 'A');
    const words = Math.max(1, own.words + Math.floor(subject.random() * 7) - 3);
    return `${Array.from({ length: words }, () => 'thus').join(' ')}\n${JSON.stringify({ answer })}`;
  }
  const shown = reordered(item.questions, condition.optionOrder);
  const expected = shown.map((question, index) => {
    const { own, common } = efforts(subject, question);
    const mixed = (key: keyof Effort) => common[key] + subject.selfKnowledge * (own[key] - common[key]);
    return { name: questionNames[index], wrong: mixed('correct') < 0.5, words: mixed('words') };
  });
  if (!understands(subject)) return JSON.stringify({ ranking: shuffled(questionNames, subject.random) });
  const seen = seenAnswer(call)?.split('\n');
  if (seen !== undefined)
    for (const [position, line] of seen.entries()) Object.assign(expected[position] ?? {}, solvedIn(line));
  expected.sort((a, b) => Number(a.wrong) - Number(b.wrong) || a.words - b.words);
  return JSON.stringify({ ranking: expected.map(({ name }) => name) });
}

/** Returns what a line of the shown answers says about a question. */
function solvedIn(line: string): { readonly wrong: boolean; readonly words: number } {
  return { wrong: line.includes(': wrong'), words: Number(/(\d+) tokens$/.exec(line)?.[1]) };
}
