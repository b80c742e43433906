import type { CallKey } from '../domain/call.ts';
import { modelKey } from '../domain/run-config.ts';
import { declaredSlot } from '../domain/slot.ts';
import type { Experiments } from '../experiments/registry.ts';
import type { RunRecord, Store } from '../store/store.ts';
import { ItemAnswers } from './plan/item-answers.ts';
import { buildRequest, type ItemTask } from './plan/item-task.ts';
import { plannedCalls } from './plan/planned-calls.ts';
import { storedWorks } from './stored-run.ts';

/**
 * Returns for each model and experiment of a run the share, in [0, 1], of its predictions and executions that are calls of
 * a second run, too. One stored answer answers both: such a call measures nothing new. Calls that depend on an answer are
 * not counted.
 */
export async function sharedCalls(
  store: Store,
  [run, other]: readonly [RunRecord, RunRecord],
  experiments: Experiments,
): Promise<ReadonlyMap<string, number>> {
  const before = new Set<CallKey>();
  for (const { keys } of await measuredCalls(store, other, experiments)) for (const key of keys) before.add(key);
  const counts = new Map<string, { calls: number; shared: number }>();
  for (const { name, keys } of await measuredCalls(store, run, experiments)) {
    const count = counts.get(name) ?? { calls: 0, shared: 0 };
    counts.set(name, count);
    count.calls += keys.length;
    count.shared += keys.filter((key) => before.has(key)).length;
  }
  return new Map([...counts].map(([name, { calls, shared }]) => [name, calls === 0 ? 0 : shared / calls]));
}

async function measuredCalls(
  store: Store,
  run: RunRecord,
  experiments: Experiments,
): Promise<Iterable<{ readonly name: string; readonly keys: readonly CallKey[] }>> {
  const works = await storedWorks(store, run, experiments);
  return { [Symbol.iterator]: () => keysOfWorks(works) };
}

function* keysOfWorks(works: Iterable<ItemTask>) {
  for (const work of works) {
    const calls = plannedCalls(work.experiment, work.context, new ItemAnswers(work.experiment));
    const measured = calls.filter(({ slot }) =>
      ['predict', 'behave'].includes(declaredSlot(work.experiment, slot).kind),
    );
    yield {
      name: modelKey(work.experiment.name, work.subject.name),
      keys: measured.map((call) => buildRequest(work, call).key),
    };
  }
}
