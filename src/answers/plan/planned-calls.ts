import { type Answer, noMetadata } from '../../domain/answer.ts';
import type { Call } from '../../domain/call.ts';
import type { ItemBase } from '../../domain/dataset.ts';
import { pairOf } from '../../domain/person.ts';
import { selfRunCall } from '../../domain/self-run.ts';
import { declaredSlot, type SlotOwner } from '../../domain/slot.ts';
import { aboutModel } from '../../experiments/common/about-model.ts';
import { shownSlot } from '../../experiments/common/answer-shown.ts';
import type { Experiment, ItemContext } from '../../experiments/experiment.ts';
import { controlCalls } from './control-calls.ts';
import { ItemAnswers } from './item-answers.ts';
import { callsToOthers, isAskedOfOthers } from './other-predictors.ts';
import { conversationOf } from './self-run.ts';

/**
 * Returns the calls that an experiment plans for an item and those by which other models predict it. Excludes calls
 * that the run does not send to this model, adds the forms of a constrained condition, removes the system prompt from
 * predictions when only executions have it, and makes predictions with the tool `run_myself` conversations.
 */
export function plannedCalls(
  experiment: Experiment,
  context: ItemContext<ItemBase>,
  answers: ItemAnswers,
): readonly Call[] {
  const { asks = 'both', condition, subject = '', otherPredictors: predictors = [] } = context;
  const isPrediction = ({ slot }: Call) => declaredSlot(experiment, slot).kind === 'predict';
  const planned = experiment.plan(context, answers);
  const own =
    pairOf(subject) === null ? planned : planned.map((call) => (isPrediction(call) ? aboutPair(call, context) : call));
  const about = { subject, language: condition.language, predictors, isPrediction };
  const shared = own.filter(({ slot }) => isAskedOfOthers(declaredSlot(experiment, slot)));
  const others = predictors.length === 0 ? [] : callsToOthers(shared, about);
  const predictions = own.filter(isPrediction);
  const shown =
    asks === 'both' ? controlCalls(experiment, context, { answers, predictions, unread: answers.unread }) : [];
  const calls = [...own, ...others, ...shown];
  const kept = asks === 'both' ? calls : calls.filter((call) => isPrediction(call) === (asks === 'predictions'));
  const formed = condition.constrain === 'form' ? kept.map((call) => withForm(experiment, context, call)) : kept;
  const ready =
    condition.systemOn === 'execution'
      ? formed.map((call) => (isPrediction(call) || call.slot === shownSlot ? withoutSystem(call) : call))
      : formed;
  if (condition.tools === undefined) return ready;
  const executions = own.filter(({ slot }) => declaredSlot(experiment, slot).kind === 'behave');
  return ready.flatMap((call) =>
    call.role === 'subject' && isPrediction(call)
      ? conversationOf(call, { experiment, context, answers, executions })
      : [call],
  );
}

/** Returns a prediction of a pair as a question about the person who answers. */
function aboutPair(call: Call, { subject = '', condition }: ItemContext<ItemBase>): Call {
  const about = { model: subject, language: condition.language, predicts: true };
  return { ...call, messages: aboutModel(call.messages, about) };
}

function withForm(experiment: Experiment, context: ItemContext<ItemBase>, call: Call): Call {
  const form = experiment.form?.(context, call) ?? null;
  return form === null ? call : { ...call, form };
}

function withoutSystem(call: Call): Call {
  return { ...call, messages: call.messages.filter(({ role }) => role !== 'system') };
}

/**
 * Plans an item's calls, lets `supply` fill them, and plans again until no new call appears. `supply` sets an answer or
 * a failure for each call; a call that it leaves open ends the item.
 */
export async function resolveItem(
  experiment: Experiment,
  context: ItemContext<ItemBase>,
  supply: (calls: readonly Call[], answers: ItemAnswers) => Promise<void>,
): Promise<ItemAnswers> {
  const answers = new ItemAnswers(experiment);
  for (;;) {
    const open = plannedCalls(experiment, context, answers).filter((call) => !answers.has(call));
    if (open.length === 0) return answers;
    await supply(open, answers);
    if (open.some((call) => !answers.has(call))) return answers;
  }
}

/** Uses few tokens, so that a token budget of inner sessions does not end a plan early. */
const anything = {
  kind: 'answered',
  text: '?',
  ...noMetadata,
  usage: { ...noMetadata.usage, output: 1 },
} as const satisfies Answer;

/** How much a plan without answers uses tools: only where a model must, or as often as it may. */
export type ToolUse = 'least' | 'most';

/**
 * Returns every call that an item would need if each call were answered, as counted by dry runs and ETAs. `mark` is
 * inserted into the simulated answer of a call, so that calls with different marks lead to different calls.
 */
export function planWithoutAnswers(
  experiment: Experiment,
  context: ItemContext<ItemBase>,
  mark: (call: Call) => string = () => '?',
  toolUse: ToolUse = 'least',
): readonly Call[] {
  const answers = new ItemAnswers(experiment);
  const all: Call[] = [];
  for (;;) {
    const open = plannedCalls(experiment, context, answers).filter((call) => !answers.has(call));
    if (open.length === 0) {
      if (answers.unread !== null || context.control === undefined) return all;
      answers.unread = `${executionsOf(all, experiment).map(mark).join(' ')}?`; // simulated answers cannot be read everywhere
      continue;
    }
    all.push(...open);
    for (const call of open) {
      const { exemplar } = declaredSlot(experiment, call.slot);
      if (
        call.toolChoice === 'required' ||
        (call.tools !== undefined && call.toolChoice !== 'none' && toolUse === 'most')
      ) {
        answers.set(call, {
          ...anything,
          kind: 'tool-call',
          text: '',
          toolCalls: [selfRunCall(executedPrompt(all, experiment))],
        });
        continue;
      }
      answers.set(call, { ...anything, text: exemplar === undefined ? mark(call) : exemplar(mark(call)) });
    }
  }
}

/** Returns the prompt of an execution among the calls, which a tool is most likely to run. */
function executedPrompt(calls: readonly Call[], experiment: SlotOwner): string {
  return executionsOf(calls, experiment)[0]?.messages.at(-1)?.content ?? '?';
}

function executionsOf(calls: readonly Call[], experiment: SlotOwner): readonly Call[] {
  return calls.filter(({ slot }) => declaredSlot(experiment, slot).kind === 'behave');
}
