import type { Call } from '../../domain/call.ts';
import type { Observed } from '../../domain/outcome.ts';
import type { Reader } from '../../domain/reading.ts';
import type { Answers } from '../../domain/slot.ts';
import { seededRandom } from '../../util/random.ts';
import { withSystem } from '../common/messages.ts';
import { observe, sampleNumbers } from '../common/observe.ts';
import type { ItemContext } from '../experiment.ts';
import { fixedEdit, randomEdit } from './edits.ts';
import type { FlipItem } from './items.ts';
import { changePrompt, solvePrompt } from './prompts.ts';
import { readChange } from './read.ts';

/** Parts of the executions: which question is answered. */
export const parts = { original: '', changed: 'changed', fixed: 'fixed', random: 'random' } as const;

/** Returns the number of executions of the original question: at least two, to see how often answers differ anyway. */
export function originalCount(samples: number): number {
  return Math.max(2, samples);
}

/** Reads the changed question. */
export function changedQuestion(item: FlipItem, answers: Answers, reader: Reader): Observed<string> {
  const read = (text: string) => readChange(text, item);
  return observe(answers.get('change', '', 0), { slot: 'change', reader, own: read, recorded: read });
}

/** Plans the change, the executions of the original and of the changes by rule, and then those of the changed question. */
export function plan(context: ItemContext<FlipItem>, answers: Answers): readonly Call[] {
  const { item, condition, samples, seed } = context;
  const execute = (part: string, sample: number, question: string): Call => ({
    ...{ slot: 'execute', part, sample, role: 'subject' },
    messages: withSystem(condition, solvePrompt(item, question)),
  });
  const random = (sample: number) => randomEdit(item.question, seededRandom('flip', seed, item.id, sample));
  const change = changedQuestion(item, answers, 'own');
  return [
    {
      ...{ slot: 'change', part: '', sample: 0, role: 'subject' },
      messages: withSystem(condition, changePrompt(item, condition)),
    },
    ...sampleNumbers(originalCount(samples)).map((sample) => execute(parts.original, sample, item.question)),
    ...sampleNumbers(samples).flatMap((sample) => [
      execute(parts.fixed, sample, fixedEdit(item.question)),
      execute(parts.random, sample, random(sample)),
      ...(change.kind === 'present' ? [execute(parts.changed, sample, change.value)] : []),
    ]),
  ];
}
