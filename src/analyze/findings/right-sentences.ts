import type { LogFacts } from '../../results/log-facts.ts';
import { gradesSentence, type RightAnswers } from '../../results/right-answers.ts';
import { counted, pointsRange } from '../../util/numbers.ts';
import type { ResponseMatrix } from '../contrasts/response-matrix.ts';
import { namesText } from './results-sentences.ts';

/** Returns the question of results in which nothing was predicted. */
export function rightQuestion(right: readonly RightAnswers[]): string {
  return right.some(({ kind }) => kind === 'graded') ? 'How good are the answers?' : 'How often are the answers right?';
}

/** Returns how often answers are right in one sentence, about the first task, which it names where there are several; null without answers. */
export function rightAnswer(right: readonly RightAnswers[]): string | null {
  const [first] = right;
  if (first === undefined) return null;
  const own = right.filter(({ task }) => task === first.task);
  const known = own.flatMap(({ right: { value } }) => value ?? []);
  const models = counted(new Set(own.map(({ model }) => model)).size, 'model');
  const on = own.length === right.length ? '' : `On ${first.task}: `;
  if (known.length === 0) return `${on}${on === '' ? 'No' : 'no'} answer of ${models} has an outcome.`;
  const [low, high] = [Math.min(...known), Math.max(...known)].map(percent);
  const share = low === high ? `${low} %` : `${low} to ${high} %`;
  const who = own.every(({ model }) => model === first.model) ? namesText([first.model]) : models;
  const { interval } = first.right;
  const range = known.length > 1 || interval === null ? '' : ` ${pointsRange(interval)}`;
  return first.kind === 'graded'
    ? `${on}${on === '' ? 'The' : 'the'} mean grade of ${who} is ${share} of the range${range}.`
    : `${on}${on === '' ? 'Of' : 'of'} the answers of ${who}, ${share} are right${range}.`;
}

function percent(share: number): string {
  return (100 * share).toFixed(1);
}

/** Says how grades are shown, wherever they come from; nothing where no score is graded. */
export function gradesLimits(fields: readonly ResponseMatrix[]): readonly string[] {
  const graded = fields.flatMap(({ responses }) => responses.filter(({ right }) => right.isGraded));
  return graded.length === 0 ? [] : [gradesSentence(graded.some(({ right }) => right.isConfident))];
}

/** Returns what limits numbers of logs: scores that could not be read, and what their readers noted. */
export function logLimits({ unread, notes }: LogFacts): readonly string[] {
  return [
    ...unread.map(({ score, reason, advice }) => `${score} is not shown: ${reason}; ${advice}.`),
    ...notes.map((note) => `${note.replace(/\.$/, '')}.`),
  ];
}
