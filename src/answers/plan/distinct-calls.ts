import type { Call, CallKey } from '../../domain/call.ts';
import { buildRequest, type ItemTask, type KeyedRequest } from './item-task.ts';
import { planWithoutAnswers, type ToolUse } from './planned-calls.ts';

interface DistinctCall {
  readonly work: ItemTask;
  readonly call: Call;
  readonly keyed: KeyedRequest;
}

/**
 * Yields every call of the tasks once, if each call is answered: conditions that do not change a prompt share its call.
 * Duplicates are searched only among the conditions of one item, which are adjacent, so that memory stays small.
 */
export function* distinctCalls(works: Iterable<ItemTask>, toolUse: ToolUse = 'least'): Generator<DistinctCall> {
  const seen = new Set<CallKey>();
  let current: unknown = null;
  for (const work of works) {
    if (work.context.item !== current) seen.clear();
    current = work.context.item;
    const mark = (call: Call) => buildRequest(work, call).key.slice(0, 12);
    for (const call of planWithoutAnswers(work.experiment, work.context, mark, toolUse)) {
      const complete = buildRequest(work, call);
      if (seen.has(complete.key)) continue;
      seen.add(complete.key);
      yield { work, call, keyed: complete };
    }
  }
}
