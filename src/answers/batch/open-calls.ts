import type { Failure } from '../../domain/answer.ts';
import type { Call, CallKey } from '../../domain/call.ts';
import type { RunId, RunModel } from '../../domain/run-config.ts';
import { failedSlot } from '../../models/failures/failure.ts';
import type { ModelRequest } from '../../models/language-model.ts';
import { batchedAnswers } from '../../store/answers/batched-answers.ts';
import type { Store } from '../../store/store.ts';
import { buildRequest, type ItemTask, type KeyedRequest, targetModel } from '../plan/item-task.ts';
import { resolveItem } from '../plan/planned-calls.ts';
import { callRank, type TaskPart } from '../plan/task-parts.ts';

/** A call without a stored answer. */
interface OpenCall extends KeyedRequest {
  readonly target: RunModel;
  readonly request: ModelRequest;
  /** Returns the position of the call in a part, by its name (`callRank`). */
  readonly rankIn: (part: string) => number;
  /** Why its last attempt brought no answer; null: it was never attempted. */
  readonly failure: Failure | null;
  /** Its share of what the calls may cost that follow from the answers of its item, by `laterDollars`; 0 without it. */
  readonly later: number;
}

/** Returns the maximum dollars of the calls of an item that follow from the answers of its first ones, given their number. */
type LaterDollars = (task: ItemTask, first: number) => number;

interface OpenOptions {
  readonly store: Store;
  readonly walk: Walk;
  readonly laterDollars?: LaterDollars | undefined;
}

/** An open call with the name of its part. */
export interface PlacedCall extends OpenCall {
  readonly part: string;
}

/** What a walk over a run has found. */
export interface Walk {
  /** Calls with an answer, each counted wherever it is planned. */
  answered: number;
  /** Runs that paid for the answers. */
  readonly payers: Set<RunId>;
}

/**
 * Yields the calls of a run's parts that have no stored answer, as `openCalls`, in the planned order; last those that have
 * failed before, which are a part of their own with the name `again`.
 */
export async function* placedCalls(
  parts: Iterable<TaskPart>,
  { again, ...options }: OpenOptions & { readonly again: string },
): AsyncGenerator<PlacedCall> {
  const seen = new Set<CallKey>();
  const failed: OpenCall[] = [];
  for (const { name, tasks } of parts) {
    const open: OpenCall[] = [];
    for await (const call of openCalls(tasks, options)) {
      if (seen.has(call.key)) continue;
      seen.add(call.key);
      (call.failure === null ? open : failed).push(call);
    }
    yield* inOrder(open, name);
  }
  yield* inOrder(failed, again);
}

/**
 * Yields the calls of a run's parts that have no stored answer, as `placedCalls`, but in no particular order, so that none is
 * held in memory.
 */
export async function* unorderedCalls(
  parts: Iterable<TaskPart>,
  { again, ...options }: { readonly store: Store; readonly walk: Walk; readonly again: string },
): AsyncGenerator<PlacedCall> {
  const seen = new Set<CallKey>();
  for (const { name, tasks } of parts) {
    for await (const call of openCalls(tasks, options)) {
      if (seen.has(call.key)) continue;
      seen.add(call.key);
      yield { ...call, part: call.failure === null ? name : again };
    }
  }
}

function* inOrder(calls: readonly OpenCall[], part: string): Generator<PlacedCall> {
  const ranked = calls.map((call) => ({ call, rank: call.rankIn(part) }));
  for (const { call } of ranked.toSorted((one, other) => one.rank - other.rank)) yield { ...call, part };
}

/** Items that are looked up at once. */
const itemsAtOnce = 64;
const never = new AbortController().signal;

/**
 * Yields the calls of a run that have no stored answer, each once, as far as stored answers allow planning them. A failure
 * that sending again cannot fix takes the place of the answer, as in an ordinary run, so that the calls that follow from it
 * are yielded too. `walk` is complete at the end.
 */
export async function* openCalls(
  tasks: Iterable<ItemTask>,
  { store, walk, laterDollars }: OpenOptions,
): AsyncGenerator<OpenCall> {
  const seen = new Set<CallKey>();
  for (const group of inGroups(tasks, itemsAtOnce)) {
    const lookup = batchedAnswers(store);
    const open = await Promise.all(group.map((task) => openOf(task, { store, walk, lookup, laterDollars })));
    for (const call of open.flat()) {
      if (seen.has(call.key)) continue;
      seen.add(call.key);
      yield call;
    }
  }
}

async function openOf(
  task: ItemTask,
  { store, walk, lookup, laterDollars }: OpenOptions & { readonly lookup: ReturnType<typeof batchedAnswers> },
): Promise<readonly OpenCall[]> {
  const open: Omit<OpenCall, 'later'>[] = [];
  let first = 0;
  await resolveItem(task.experiment, task.context, async (calls, answers) => {
    first += calls.length;
    const planned = calls.map((call) => ({ call, ...buildRequest(task, call) }));
    const found = await lookup(planned);
    const failures = await store.failures(planned.map(({ key }) => key).filter((key) => !found.has(key)));
    for (const { call, ...request } of planned) {
      const stored = found.get(request.key);
      const failure = failures.get(request.key)?.failure ?? null;
      if (stored !== undefined) {
        walk.answered += 1;
        walk.payers.add(stored.run);
        answers.set(call, stored.answer);
        continue;
      }
      open.push(openCall(task, call, { ...request, failure }));
      if (failure?.retryable === false) answers.set(call, failedSlot(failure));
    }
  });
  if (open.length === 0) return [];
  const later = (laterDollars?.(task, first) ?? 0) / open.length;
  return open.map((call) => ({ ...call, later }));
}

function openCall(
  task: ItemTask,
  call: Call,
  keyed: KeyedRequest & Pick<OpenCall, 'failure'>,
): Omit<OpenCall, 'later'> {
  const { messages, sampling, slot, sample } = keyed.asked;
  const origin = { experiment: task.experiment.name, context: task.context, call };
  const request = { key: keyed.key, messages, sampling, slot, sample, origin, signal: never };
  const rankIn = (part: string) => callRank(part, task, call);
  return { ...keyed, target: targetModel(task, call), request, rankIn };
}

function* inGroups<Value>(values: Iterable<Value>, size: number): Generator<readonly Value[]> {
  let group: Value[] = [];
  for (const value of values) {
    group.push(value);
    if (group.length < size) continue;
    yield group;
    group = [];
  }
  if (group.length > 0) yield group;
}
