import type { Message } from '../../domain/call.ts';
import { type CategoricalOutcome, isPresent } from '../../domain/outcome.ts';
import { declaredSlot } from '../../domain/slot.ts';
import { withSystem } from '../../experiments/kit/messages.ts';
import { quote } from '../../experiments/kit/quote.ts';
import { property as propertyExperiment } from '../../experiments/property/index.ts';
import { type PropertyItem, propertyItem } from '../../experiments/property/items.ts';
import { propertiesOf } from '../../experiments/property/plan.ts';
import { forms, predictionPrompt, wordings } from '../../experiments/property/prompts.ts';
import type { Property } from '../../experiments/property/properties/property.ts';
import { assertTrainable, splitOf } from '../../experiments/property/split.ts';
import { truthOf } from '../../measures/categorical/categorical-truth.ts';
import { buildRequest, type ItemTask } from '../../run/plan/item-task.ts';
import { storedAnswers } from '../../run/score/outcomes.ts';
import { batchedAnswers } from '../../store/answers/batched-answers.ts';
import type { Store } from '../../store/store.ts';
import type { SourceExample } from './source-example.ts';

/** Examples of a run's training split, and the strings of its test split. */
export interface RunExamples {
  readonly examples: readonly SourceExample[];
  readonly testStrings: readonly string[];
  /** Number of training pairs of item and property without a value that the executions agree on. */
  readonly withoutTruth: number;
}

/** Returns whether a task belongs to the experiment whose runs provide training rows. */
function isPropertyWork({ experiment }: Pick<ItemTask, 'experiment'>): boolean {
  return experiment.name === propertyExperiment.name;
}

/**
 * Creates source examples from a target's stored executions: one for each item of the training split, property and
 * wording. Items of the test split only provide test strings; their answers are not read.
 */
export async function runExamples(
  store: Store,
  works: Iterable<ItemTask>,
  {
    run,
    target,
    wordings: wanted,
  }: { readonly run: string; readonly target: string; readonly wordings: readonly string[] },
): Promise<RunExamples> {
  const examples: SourceExample[] = [];
  const testStrings = new Set<string>();
  const seen = new Set<string>();
  let withoutTruth = 0;
  for (const work of works) {
    if (!isPropertyWork(work) || work.subject.name !== target) continue;
    const item = propertyItem.parse(work.context.item);
    const place = JSON.stringify([item.id, work.context.condition.system]);
    if (seen.has(place)) continue; // the executions of an item are the same under every wording
    seen.add(place);
    if (splitOf(item) === 'test') testStrings.add(item.string);
    else {
      assertTrainable([item]);
      const made = await examplesOf({ store, work, item, run, wanted });
      examples.push(...made.examples);
      withoutTruth += made.withoutTruth;
    }
  }
  return { examples, testStrings: [...testStrings], withoutTruth };
}

interface ItemInput {
  readonly store: Store;
  readonly work: ItemTask;
  readonly item: PropertyItem;
  readonly run: string;
  readonly wanted: readonly string[];
}

async function examplesOf({ store, work, item, run, wanted }: ItemInput) {
  const { experiment, context, subject } = work;
  const answers = await storedAnswers(store, work, batchedAnswers(store));
  const calls = experiment
    .plan(context, answers)
    .filter(({ slot }) => declaredSlot(experiment, slot).kind === 'behave');
  const keys = calls.map((call) => buildRequest(work, call).key);
  const examples: SourceExample[] = [];
  let withoutTruth = 0;
  for (const outcome of experiment.score(context, answers, 'own')) {
    if (outcome.kind !== 'categorical') continue;
    const property = propertiesOf(item).find(({ name }) => name === outcome.unit);
    if (property === undefined) continue;
    const truth = truthOf(outcome);
    if (truth.kind === 'unknown') {
      withoutTruth += 1;
      continue;
    }
    const agreeing = agreeingSamples(outcome, truth.value);
    const agreed = calls[agreeing[0] ?? 0];
    const state = agreed === undefined ? null : answers.get(agreed.slot, agreed.part, agreed.sample);
    const answer = state !== null && 'text' in state ? state.text : null;
    const from = { run, identity: subject.identity, sampleKeys: agreeing.flatMap((sample) => keys[sample] ?? []) };
    for (const wording of wanted) {
      const messages = predictionMessages(work, item, { property, wording });
      if (messages === null) continue;
      examples.push({
        task: item.task,
        string: item.string,
        property: property.name,
        wording,
        messages,
        value: truth.value,
        from,
        ...(answer === null ? {} : { shown: shownMessages(answer, property, item) }),
        ...(answer === null ? {} : { object: { messages: calls[0]?.messages ?? [], answer } }),
      });
    }
  }
  return { examples, withoutTruth };
}

function agreeingSamples({ executions }: CategoricalOutcome, value: string): readonly number[] {
  return executions.flatMap((part, sample) => (isPresent(part) && part.value === value ? [sample] : []));
}

/** Returns the prediction prompt; null where a release has none for the property. */
function predictionMessages(
  { context, subject }: ItemTask,
  item: PropertyItem,
  { property, wording }: { readonly property: Property; readonly wording: string },
): readonly Message[] | null {
  if (!(wordings as readonly string[]).includes(wording)) return null;
  if (wording === 'released' && item.asked?.[property.name] === undefined) return null;
  const condition = { ...context.condition, wording };
  return withSystem(
    condition,
    predictionPrompt({ item, property, condition, subject: context.subject ?? subject.name }),
  );
}

/** Returns a prompt that contains a reply and requests its property, for training the arm `read-off`. */
function shownMessages(answer: string, property: Property, item: PropertyItem): readonly Message[] {
  const asked = property.question({ did: 'did', was: 'was', your: 'this' }, item);
  const form = forms[property.shape];
  const sentence = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
  return [
    { role: 'user', content: `Here is a reply:\n${quote('reply', answer)}\n${sentence(asked)} ${sentence(form)}.` },
  ];
}
