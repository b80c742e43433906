import type { Call } from '../../domain/call.ts';
import { predictAndExecute } from '../common/predict-and-execute.ts';
import { solvePrompt } from '../common/solve-question.ts';
import type { ItemContext } from '../experiment.ts';
import type { KnowItem } from './items.ts';
import { predictionPrompt } from './prompts.ts';

export function plan(context: ItemContext<KnowItem>): readonly Call[] {
  const { item, condition } = context;
  return predictAndExecute(context, { prediction: predictionPrompt(item, condition), execution: solvePrompt(item) });
}
