import type { Call } from '../../domain/call.ts';
import type { Answers } from '../../domain/slot.ts';
import { withSystem } from '../common/messages.ts';
import { sampleNumbers } from '../common/observe.ts';
import type { ItemContext } from '../experiment.ts';
import { executionOf } from './insertions.ts';
import type { InjectionItem } from './items.ts';
import { predictionPrompt } from './prompts.ts';

/**
 * Plans one prediction and, for each execution, the uninterrupted answer (slot `base`); once it is there, the same answer
 * interrupted at the position of the insertion without one (slot `interrupted`), and with it (slot `inserted`). A further
 * insertion into the same answer is planned once the answer with the insertion before it is there.
 */
export function plan(context: ItemContext<InjectionItem>, answers: Answers): readonly Call[] {
  const { item, condition, samples } = context;
  const prediction = withSystem(condition, predictionPrompt(item, condition));
  return [
    { slot: 'forecast', part: '', sample: 0, role: 'subject', messages: prediction },
    ...sampleNumbers(samples).flatMap((sample): readonly Call[] => {
      const { base, interrupted, inserted } = executionOf(context, sample, answers);
      return [base, ...(interrupted === null ? [] : [interrupted]), ...inserted].map(({ call }) => call);
    }),
  ];
}
