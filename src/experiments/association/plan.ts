import type { Call } from '../../domain/call.ts';
import type { Answers } from '../../domain/slot.ts';
import { completeText } from '../common/answer-shown.ts';
import { reordered, withSystem } from '../common/messages.ts';
import { sampleNumbers } from '../common/observe.ts';
import type { ItemContext } from '../experiment.ts';
import type { AssociationItem } from './items.ts';
import { executePrompt, predictionPrompt } from './prompts.ts';

export function plan({ item, condition, samples }: ItemContext<AssociationItem>): readonly Call[] {
  const options = reordered(item.options, condition.optionOrder);
  const prediction = withSystem(condition, predictionPrompt(item, options, condition));
  const execute = withSystem(condition, executePrompt(item.target, condition.language));
  return [
    { slot: 'forecast', part: '', sample: 0, role: 'subject', messages: prediction },
    ...sampleNumbers(samples).map(
      (sample): Call => ({ slot: 'execute', part: '', sample, role: 'subject', messages: execute }),
    ),
  ];
}

/** Returns the text of the first execution; null while it is missing. */
export function showAnswer(_: unknown, answers: Answers): string | null {
  return completeText(answers.get('execute', '', 0));
}
