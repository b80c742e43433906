import type { Call } from '../../domain/call.ts';
import type { Answers } from '../../domain/slot.ts';
import { completeText } from '../common/answer-shown.ts';
import { predictAndExecute } from '../common/predict-and-execute.ts';
import { quote } from '../common/quote.ts';
import type { ItemContext } from '../experiment.ts';
import type { RepeatItem } from './items.ts';
import { predictionPrompt, requestPrompt } from './prompts.ts';

/** Returns the number of executions: as many as the run asks for, but at least two, to be compared. */
export function executionCount(samples: number): number {
  return Math.max(2, samples);
}

export function plan({ item, condition, samples }: ItemContext<RepeatItem>): readonly Call[] {
  return predictAndExecute(
    { condition, samples: executionCount(samples) },
    { prediction: predictionPrompt(item, condition), execution: requestPrompt(item) },
  );
}

/** Returns the first two answers; null while one is missing. */
export function showAnswer(_: unknown, answers: Answers): string | null {
  const [first, second] = [completeText(answers.get('execute', '', 0)), completeText(answers.get('execute', '', 1))];
  return first === null || second === null ? null : `${quote('first', first)}\n${quote('second', second)}`;
}
