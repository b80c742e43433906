import type { Call } from '../../domain/call.ts';
import type { ItemContext } from '../experiment.ts';
import { withSystem } from '../kit/messages.ts';
import { sampleNumbers } from '../kit/observe.ts';
import type { RepeatItem } from './items.ts';
import { predictionPrompt, requestPrompt } from './prompts.ts';

/** Returns the sample numbers of the executions: as many as the run asks for, but at least two, to be compared. */
export function executed(samples: number): readonly number[] {
  return sampleNumbers(Math.max(2, samples));
}

export function plan({ item, condition, samples }: ItemContext<RepeatItem>): readonly Call[] {
  const prediction = withSystem(condition, predictionPrompt(item, condition));
  const request = withSystem(condition, requestPrompt(item));
  return [
    { slot: 'forecast', part: '', sample: 0, role: 'subject', messages: prediction },
    ...executed(samples).map(
      (sample): Call => ({ slot: 'execute', part: '', sample, role: 'subject', messages: request }),
    ),
  ];
}
