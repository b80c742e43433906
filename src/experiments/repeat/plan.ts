import type { Call } from '../../domain/call.ts';
import type { ItemContext } from '../experiment.ts';
import { predictAndExecute } from '../kit/predict-and-execute.ts';
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
