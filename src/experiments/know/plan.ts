import type { Call } from '../../domain/call.ts';
import type { ItemContext } from '../experiment.ts';
import { predictAndExecute } from '../kit/predict-and-execute.ts';
import { solvePrompt } from '../kit/solve-question.ts';
import type { KnowItem } from './items.ts';
import { predictionPrompt } from './prompts.ts';

export function plan(context: ItemContext<KnowItem>): readonly Call[] {
  const { item, condition } = context;
  return predictAndExecute(context, { prediction: predictionPrompt(item, condition), execution: solvePrompt(item) });
}
