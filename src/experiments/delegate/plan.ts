import type { Call } from '../../domain/call.ts';
import { predictAndExecute } from '../common/predict-and-execute.ts';
import { solvePrompt } from '../common/solve-question.ts';
import type { ItemContext } from '../experiment.ts';
import type { DelegateItem } from './items.ts';
import { decisionPrompt } from './prompts.ts';

export function plan(context: ItemContext<DelegateItem>): readonly Call[] {
  const { item, condition } = context;
  return predictAndExecute(context, { prediction: decisionPrompt(item, condition), execution: solvePrompt(item) });
}
