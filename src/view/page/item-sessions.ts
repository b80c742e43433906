import { type AnsweredCall, storedAnswers } from '../../answers/outcomes/outcome-rows.ts';
import { buildRequest, conditionName, type ItemTask, itemTasks, targetModel } from '../../answers/plan/item-task.ts';
import { plannedCalls } from '../../answers/plan/planned-calls.ts';
import type { Dataset } from '../../domain/dataset.ts';
import type { Insertion } from '../../domain/injection.ts';
import type { Judgement } from '../../domain/judging.ts';
import type { Observed } from '../../domain/outcome.ts';
import type { Reading } from '../../domain/reading.ts';
import { declaredSlot } from '../../domain/slot.ts';
import type { ToolCall } from '../../domain/tool.ts';
import type { Experiments } from '../../experiments/registry.ts';
import type { Outcome } from '../../outcome-kinds/outcome-kinds.ts';
import { lastTurns } from '../../report/export/html-items.ts';
import { unitWordsOf } from '../../report/input/unit-row.ts';
import { safeJson } from '../../report/render/safe-json.ts';
import { batchedAnswers } from '../../store/answers/batched-answers.ts';
import type { FoundAnswer, RunRecord, Store } from '../../store/store.ts';
import { storedDatasets } from '../../store/stored-datasets.ts';
import type { ItemKey, ItemPage, Session } from '../contract/contract-items.ts';
import { readSpan } from './read-span.ts';

/** Maximum characters of a text that are sent; a longer text is cut, with its length. */
const maxTextLength = 200_000;

/** An item with all its sessions. */
export interface ReadItem {
  readonly work: ItemTask;
  readonly title: string;
  readonly sessions: readonly Session[];
  readonly outcomes: readonly Outcome[];
}

/** Finds the task of an item of a run. */
export class WorkFinder {
  readonly #store: Store;
  readonly #experiments: Experiments;
  /** Data sets of the most recently used run. */
  #datasets: { readonly run: string; readonly sets: ReadonlyMap<string, Dataset> } | null = null;

  constructor(store: Store, experiments: Experiments) {
    this.#store = store;
    this.#experiments = experiments;
  }

  async find(run: RunRecord, key: ItemKey): Promise<ItemTask | null> {
    if (this.#datasets?.run !== run.id) {
      this.#datasets = { run: run.id, sets: await storedDatasets(this.#store, run.config) };
    }
    const planned = run.config.experiments.filter(({ name }) => name === key.experiment);
    const dataset = this.#datasets.sets.get(planned[0]?.dataset.sha256 ?? '');
    if (dataset === undefined) return null;
    const items = itemsNamed(dataset, key.item);
    const only = new Map([[dataset.sha256, { ...dataset, items }]]);
    for (const work of itemTasks({ ...run.config, experiments: planned }, this.#experiments, only)) {
      const isCondition = conditionName(work.context.condition) === key.condition;
      if (isCondition && work.subject.name === key.model) return { ...work, config: run.config };
    }
    return null;
  }
}

function itemsNamed({ items }: Dataset, id: string): Dataset['items'] {
  for (const item of items) if (item.id === id) return [item];
  return [];
}

export async function readItem(store: Store, work: ItemTask): Promise<ReadItem> {
  const { experiment, context } = work;
  const answers = await storedAnswers(store, work, batchedAnswers(store));
  const calls = lastTurns(
    plannedCalls(experiment, context, answers).filter(
      ({ slot, predictor }) => predictor === undefined && declaredSlot(experiment, slot).kind !== 'control',
    ),
  );
  const keys = calls.map((call) => buildRequest(work, call).key);
  const stored = await store.answers(keys);
  const sessions = calls.map((call, index) => {
    const key = keys[index];
    const found = (key === undefined ? undefined : stored.get(key)) ?? null;
    const slotted = answers.get(call.slot, call.part, call.sample);
    const session = sessionOf(work, { call, model: targetModel(work, call).name, stored: found });
    return { ...session, failure: slotted.kind === 'failed' ? slotted.detail : null };
  });
  return {
    ...{ work, sessions, title: experiment.title(context.item) },
    outcomes: experiment.outcomes(context, answers, 'own'),
  };
}

/** Returns a call with its answer and the value that was read from it. */
function sessionOf(work: ItemTask, { call, model, stored }: AnsweredCall): Session {
  const { experiment, context } = work;
  const { kind } = declaredSlot(experiment, call.slot);
  const isUnread = kind === 'consult' || kind === 'approve' || stored?.answer.kind === 'tool-call';
  return {
    ...{ slot: call.slot, kind, part: call.part, sample: call.sample, model },
    messages: call.messages.map(({ role, content, toolCalls }) => ({
      ...{ role, content: content.slice(0, maxTextLength) },
      ...(toolCalls === undefined ? {} : { calls: toolCalls.map(toolCallText) }),
    })),
    answer: stored === null ? null : answerOf(stored),
    failure: null,
    reading:
      stored === null || isUnread
        ? null
        : readingOf(experiment.read(context, call, stored.answer), stored.answer.text, work),
  };
}

function toolCallText({ name, arguments: given }: ToolCall): string {
  return `${name}(${given})`.slice(0, maxTextLength);
}

function answerOf({ answer, latencyMs, cost, askedAt }: FoundAnswer): NonNullable<Session['answer']> {
  const { usage, served } = answer;
  return {
    kind: answer.kind,
    text: answer.text.slice(0, maxTextLength),
    ...(answer.kind === 'tool-call' ? { calls: answer.toolCalls.map(toolCallText) } : {}),
    length: answer.text.length,
    reasoning: answer.reasoning?.slice(0, maxTextLength) ?? null,
    inserted: answer.inserted === undefined ? null : insertedOf(answer.inserted),
    ...{ inputTokens: usage.input, outputTokens: usage.output, reasoningTokens: usage.reasoning },
    ...{ latencyMs, cost, askedAt, served: served.model },
  };
}

function insertedOf({
  text,
  ids,
  probabilities,
  start,
}: Insertion): NonNullable<NonNullable<Session['answer']>['inserted']> {
  const isShown = start !== null && start + text.length <= maxTextLength;
  return {
    ...{ text: text.slice(0, maxTextLength), ids: [...ids], probabilities: [...probabilities] },
    span: isShown ? [start, start + text.length] : null,
  };
}

function readingOf(reading: Reading<unknown> | null, text: string, work: ItemTask): Session['reading'] {
  if (reading === null) return null;
  switch (reading.kind) {
    case 'declined':
      return { kind: 'declined', value: reading.detail, step: null, span: null };
    case 'unparsed':
      return { kind: 'unparsed', value: reading.reason, step: null, span: null };
    case 'parsed': {
      const span = readSpan(text.slice(0, maxTextLength), reading.step);
      return {
        ...{ kind: 'parsed', step: reading.step, value: valueText(reading.value, work) },
        span: span === null ? null : [span[0], span[1]],
      };
    }
  }
}

/** Returns a value that was read, as text. */
function valueText(value: unknown, { experiment }: ItemTask): string {
  if (value instanceof Map) {
    const entries = [...value.entries()].map(([name, each]) => `${String(name)}: ${valueWord(each)}`);
    return entries.join(', ');
  }
  if (value instanceof Set) return [...value].map(String).join(', ');
  if (Array.isArray(value)) return value.map(String).join(', ');
  if (typeof value === 'boolean') {
    const words = unitWordsOf(experiment);
    return value ? words.yes : words.no;
  }
  return typeof value === 'string' || typeof value === 'number' ? String(value) : safeJson(value);
}

function valueWord(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'string' || typeof value === 'number' ? String(value) : safeJson(value);
}

/** Returns the verdicts on the item's responses, by judge. */
export function judgementsOf(outcomes: readonly Outcome[]): ItemPage['judgements'] {
  const all: readonly Judgement[] = outcomes.flatMap((outcome) =>
    outcome.kind === 'binary' ? (outcome.judgements ?? []) : [],
  );
  return all.map(({ judge, rubric, verdicts }) => ({ judge, rubric, verdicts: verdicts.map(verdictText) }));
}

function verdictText(verdict: Observed<string>): string {
  return verdict.kind === 'present' ? verdict.value : `missing (${verdict.reason})`;
}
