import type { Call } from '../../domain/call.ts';
import type { Answers } from '../../domain/slot.ts';
import { credibleUsage } from '../../domain/usage.ts';
import { predictAndExecute } from '../common/predict-and-execute.ts';
import type { ItemContext } from '../experiment.ts';
import type { CostItem } from './items.ts';
import { predictionPrompt } from './prompts.ts';

export function plan(context: ItemContext<CostItem>): readonly Call[] {
  const { item, condition } = context;
  return predictAndExecute(context, { prediction: predictionPrompt(item, condition), execution: item.prompt });
}

/** Returns the number of tokens of the first answer, which the question asks for; null while it is missing. */
export function showAnswer(_: unknown, answers: Answers): string | null {
  const answer = answers.get('execute', '', 0);
  if (answer.kind !== 'answered') return null;
  const { output } = credibleUsage(answer.usage, answer);
  return output === null ? null : `This answer had ${output} tokens.`;
}
