import type { Call } from '../../domain/call.ts';
import { declaredSlot, type SlotKind, slotOfKind } from '../../domain/slot.ts';
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
  const partsOf = (kind: SlotKind) =>
    asked.flatMap(({ call, stored }) => {
      const isOwn = call.predictor === undefined && declaredSlot(experiment, call.slot).kind === kind;
      return isOwn && stored !== null ? [stored.part] : [];
    });
  const executions = partsOf('behave');
  const predictions = slotOfKind(experiment.slots, 'predict') === null ? [] : partsOf('predict');
  const decisive = predictions.length > 0 ? predictions : executions;
  if (decisive.length === 0 || decisive.includes(undefined)) return null;
  const again = executions.filter((part) => part !== undefined && isAgain(part));
  return [...new Set([...decisive, ...again])].toSorted().join(' + ');
}
