import type { Call } from '../../domain/call.ts';
import type { Answers } from '../../domain/slot.ts';
import { judgedText } from '../common/judged-text.ts';
import { withSystem } from '../common/messages.ts';
import { sampleNumbers } from '../common/observe.ts';
import type { ItemContext } from '../experiment.ts';
import type { RestrictionItem } from './items.ts';
import { judgePrompt, predictionPrompt } from './prompts.ts';

export function plan(context: ItemContext<RestrictionItem>, answers: Answers): readonly Call[] {
  const { item, condition, samples, judging } = context;
  const calls: Call[] = [
    {
      slot: 'forecast',
      part: '',
      sample: 0,
      role: 'subject',
      messages: withSystem(condition, predictionPrompt(item.prompt, condition)),
    },
  ];
  for (const sample of sampleNumbers(samples)) {
    calls.push({ slot: 'execute', part: '', sample, role: 'subject', messages: withSystem(condition, item.prompt) });
    const response = judgedText(answers.get('execute', '', sample));
    if (response === null) continue;
    const content = judgePrompt(item.prompt, response, judging.rubric);
    calls.push({ slot: 'judge', part: '', sample, role: 'judge', messages: [{ role: 'user', content }] });
  }
  return calls;
}

/** Returns the first response; null while it is missing. */
export function showAnswer(_: unknown, answers: Answers): string | null {
  return judgedText(answers.get('execute', '', 0));
}
