import { storedAnswers } from '../../answers/outcomes/outcome-rows.ts';
import { buildRequest, type ItemTask } from '../../answers/plan/item-task.ts';
import type { Message } from '../../domain/call.ts';
import type { Condition } from '../../domain/condition.ts';
import type { ItemBase } from '../../domain/dataset.ts';
import { isPresent } from '../../domain/outcome.ts';
import { declaredSlot } from '../../domain/slot.ts';
import { withSystem } from '../../experiments/common/messages.ts';
import { isTrainable, type TrainableExperiment } from '../../experiments/registry.ts';
import { type CategoricalOutcome, truthOf } from '../../outcome-kinds/categorical.ts';
import { batchedAnswers } from '../../store/answers/batched-answers.ts';
import type { Store } from '../../store/store.ts';
import { AppError } from '../../util/app-error.ts';
import type { SourceExample } from './source-example.ts';
import { assertTrainable } from './split.ts';

/** Examples of a run's training split, and the strings of its test split. */
export interface RunExamples {
  readonly examples: readonly SourceExample[];
  readonly testStrings: readonly string[];
  /** Number of training pairs of item and property without a value that the executions agree on. */
  readonly withoutTruth: number;
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
    const { experiment } = work;
    if (!isTrainable(experiment) || work.subject.name !== target) continue;
    const { training } = experiment;
    const item = experiment.itemSchema.parse(work.context.item);
    const place = JSON.stringify([item.id, work.context.condition.system]);
    if (seen.has(place)) continue; // the executions of an item are the same under every wording
    seen.add(place);
    if (training.split(item) === 'test') testStrings.add(training.text(item));
    else {
      assertTrainable([item], training);
      const made = await examplesOf({ store, work, experiment, item, run, wanted });
      examples.push(...made.examples);
      withoutTruth += made.withoutTruth;
    }
  }
  return { examples, testStrings: [...testStrings], withoutTruth };
}

interface ItemInput {
  readonly store: Store;
  readonly work: ItemTask;
  readonly experiment: TrainableExperiment;
  readonly item: ItemBase;
  readonly run: string;
  readonly wanted: readonly string[];
}

async function examplesOf({ store, work, experiment, item, run, wanted }: ItemInput) {
  const { context, subject } = work;
  const { training } = experiment;
  const questions = training.questions(item);
  const answers = await storedAnswers(store, work, batchedAnswers(store));
  const calls = experiment
    .plan(context, answers)
    .filter(({ slot }) => declaredSlot(experiment, slot).kind === 'behave');
  const keys = calls.map((call) => buildRequest(work, call).key);
  const examples: SourceExample[] = [];
  let withoutTruth = 0;
  for (const outcome of experiment.outcomes(context, answers, 'own')) {
    if (outcome.kind !== 'categorical') throw notCategorical(experiment.name, outcome.kind);
    const question = outcome.unit;
    if (!questions.includes(question)) continue;
    const truth = truthOf(outcome);
    if (truth.kind === 'unknown') {
      withoutTruth += 1;
      continue;
    }
    const agreeing = agreeingSamples(outcome, truth.value);
    const agreed = calls[agreeing[0] ?? 0];
    const state = agreed === undefined ? null : answers.get(agreed.slot, agreed.part, agreed.sample);
    const answer = state !== null && 'text' in state ? state.text : null;
    const from = {
      ...{ run, identity: subject.identity, sampleKeys: agreeing.flatMap((sample) => keys[sample] ?? []) },
      ...(isExecutionOnly(context.condition) ? { system: context.condition.system } : {}),
    };
    for (const wording of wanted) {
      const messages = predictionMessages({ work, training, item, question, wording });
      if (messages === null) continue;
      examples.push({
        task: training.group(item),
        string: training.text(item),
        property: question,
        wording,
        messages,
        value: truth.value,
        from,
        ...(answer === null
          ? {}
          : { shown: [{ role: 'user', content: training.shownPrompt(answer, item, question) } as const] }),
        ...(answer === null ? {} : { object: { messages: calls[0]?.messages ?? [], answer } }),
      });
    }
  }
  return { examples, withoutTruth };
}

function notCategorical(name: string, kind: string): AppError {
  return new AppError('not-trainable', `the experiment ${name} gives an outcome of the kind ${kind}`, {
    hint: 'training needs categorical outcomes: each question about an answer has one value in words',
  });
}

function agreeingSamples({ executions }: CategoricalOutcome, value: string): readonly number[] {
  return executions.flatMap((part, sample) => (isPresent(part) && part.value === value ? [sample] : []));
}

interface PredictionInput {
  readonly work: ItemTask;
  readonly training: TrainableExperiment['training'];
  readonly item: ItemBase;
  readonly question: string;
  readonly wording: string;
}

/** Returns the prediction prompt; null where the wording has none for the question. */
function predictionMessages({ work, training, item, question, wording }: PredictionInput): readonly Message[] | null {
  const { context, subject } = work;
  const condition = { ...context.condition, wording };
  const prompt = training.predictionPrompt({ item, question, condition, subject: context.subject ?? subject.name });
  if (prompt === null) return null;
  return withSystem(isExecutionOnly(condition) ? { system: null } : condition, prompt);
}

/** Returns whether only executions have the system prompt: predictions do not see it. */
function isExecutionOnly(condition: Condition): condition is Condition & { readonly system: string } {
  return condition.system !== null && condition.systemOn === 'execution';
}
