import type { Call } from '../../domain/call.ts';
import type { ItemContext } from '../experiment.ts';
import { withSystem } from '../kit/messages.ts';
import { sampleNumbers } from '../kit/observe.ts';
import type { CostItem } from './items.ts';
import { predictionPrompt } from './prompts.ts';

export function plan({ item, condition, samples }: ItemContext<CostItem>): readonly Call[] {
  const prediction = withSystem(condition, predictionPrompt(item, condition));
  const request = withSystem(condition, item.prompt);
  return [
    { slot: 'forecast', part: '', sample: 0, role: 'subject', messages: prediction },
    ...sampleNumbers(samples).map(
      (sample): Call => ({ slot: 'execute', part: '', sample, role: 'subject', messages: request }),
    ),
  ];
}
