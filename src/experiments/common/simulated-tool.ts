import type { Call } from '../../domain/call.ts';
import type { ItemBase } from '../../domain/dataset.ts';
import { selfRunResults } from '../../domain/self-run.ts';
import { type Answers, approvalSlot, selfRunSlot } from '../../domain/slot.ts';
import type { Experiment, ItemContext, SimulatedSubject } from '../experiment.ts';
import { shownSlot, withAnswerShown } from './answer-shown.ts';

/** What a simulated subject does in one call: it answers, or runs a prompt with the tool. */
export type SimulatedReply = string | { readonly prompt: string };

const noAnswers: Answers = { get: () => ({ kind: 'not-asked' }) };

/** Results of the tool that hold no answer. */
const errors: readonly string[] = Object.values(selfRunResults).filter((text) => text.startsWith('Error: '));

/**
 * Returns the reply of a simulated subject. With the tool it runs the item's own prompt (with the probability `toolUse`, or
 * because it must) and predicts what the session answered, as with its answer in view. An inner session of that prompt is an
 * execution of its own.
 */
export function simulatedReply(
  experiment: Experiment,
  context: ItemContext<ItemBase>,
  { call, subject }: { readonly call: Call; readonly subject: SimulatedSubject },
): SimulatedReply {
  if (call.slot === approvalSlot) return 'yes';
  if (call.slot === selfRunSlot) return innerReply(experiment, context, { call, subject });
  const result = call.messages.findLast(({ role }) => role === 'tool')?.content;
  if (result !== undefined && !errors.includes(result)) {
    const question = call.messages.slice(0, 1 + call.messages.findLastIndex(({ role }) => role === 'user'));
    const messages = withAnswerShown(question, result, context.condition.language);
    return experiment.simulate(context, { ...call, slot: shownSlot, messages }, subject);
  }
  const mayCall = call.tools !== undefined && call.toolChoice !== 'none' && result === undefined;
  if (mayCall && (call.toolChoice === 'required' || subject.random() < subject.toolUse)) {
    const [prompt] = executionPrompts(experiment, context);
    if (prompt !== undefined) return { prompt };
  }
  return experiment.simulate(context, call, subject);
}

function innerReply(
  experiment: Experiment,
  context: ItemContext<ItemBase>,
  { call, subject }: { readonly call: Call; readonly subject: SimulatedSubject },
): string {
  const prompt = call.messages.at(-1)?.content;
  const same = executionsOf(experiment, context).find(({ messages }) => messages.at(-1)?.content === prompt);
  return same === undefined
    ? 'A simulated subject answers only the prompts of its item.'
    : experiment.simulate(context, same, subject);
}

function executionsOf(experiment: Experiment, context: ItemContext<ItemBase>): readonly Call[] {
  return experiment.plan(context, noAnswers).filter(({ slot }) => experiment.slots[slot]?.kind === 'behave');
}

/** Returns the prompts of an item's executions, which are its user messages. */
export function executionPrompts(experiment: Experiment, context: ItemContext<ItemBase>): readonly string[] {
  const prompts = executionsOf(experiment, context).map(({ messages }) => messages.at(-1)?.content ?? '');
  return [...new Set(prompts)];
}
