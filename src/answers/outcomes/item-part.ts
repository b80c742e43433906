import type { Call } from '../../domain/call.ts';
import { declaredSlot } from '../../domain/slot.ts';
import type { FoundAnswer } from '../../store/store.ts';
import type { ItemTask } from '../plan/item-task.ts';
import { isAgain } from '../plan/task-parts.ts';

/** A call that was looked up; null without a stored answer. */
interface AskedCall {
  readonly call: Call;
  readonly stored: FoundAnswer | null;
}

/**
 * Returns the part in which the predictions of an item were sent: within it, their order is unrelated to the items, whenever
 * the executions were sent. An item with an execution that was sent again after a failure in an earlier execution of the
 * run is in a part of its own. Without a prediction: the part of its executions. Null if an answer was sent in no planned order.
 */
export function partOfItem({ experiment }: Pick<ItemTask, 'experiment'>, asked: readonly AskedCall[]): string | null {
  const executions: (string | undefined)[] = [];
  const predictions: (string | undefined)[] = [];
  for (const { call, stored } of asked) {
    if (stored === null || call.predictor !== undefined) continue;
    const { kind } = declaredSlot(experiment, call.slot);
    if (kind === 'behave') executions.push(stored.part);
    if (kind === 'predict') predictions.push(stored.part);
  }
  const decisive = predictions.length > 0 ? predictions : executions;
  if (decisive.length === 0 || decisive.includes(undefined)) return null;
  const parts = new Set(decisive);
  for (const part of executions) if (part !== undefined && isAgain(part)) parts.add(part);
  return [...parts].toSorted().join(' + ');
}
