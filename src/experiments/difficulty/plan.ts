import type { Call } from '../../domain/call.ts';
import { reordered, withSystem } from '../common/messages.ts';
import { sampleNumbers } from '../common/observe.ts';
import type { ItemContext } from '../experiment.ts';
import type { DifficultyItem } from './items.ts';
import { rankPrompt, solvePrompt } from './prompts.ts';

export function plan({ item, condition, samples }: ItemContext<DifficultyItem>): readonly Call[] {
  const shown = reordered(item.questions, condition.optionOrder);
  return [
    {
      slot: 'forecast',
      part: '',
      sample: 0,
      role: 'subject',
      messages: withSystem(condition, rankPrompt(shown, condition)),
    },
    ...sampleNumbers(samples).flatMap((sample) =>
      item.questions.map(
        (question): Call => ({
          slot: 'execute',
          part: question.id,
          sample,
          role: 'subject',
          messages: withSystem(condition, solvePrompt(question, condition.language)),
        }),
      ),
    ),
  ];
}
