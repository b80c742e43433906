import type { Call } from '../../domain/call.ts';
import type { ItemContext } from '../experiment.ts';
import { predictAndExecute } from '../kit/predict-and-execute.ts';
import type { CostItem } from './items.ts';
import { predictionPrompt } from './prompts.ts';

export function plan(context: ItemContext<CostItem>): readonly Call[] {
  const { item, condition } = context;
  return predictAndExecute(context, { prediction: predictionPrompt(item, condition), execution: item.prompt });
}
