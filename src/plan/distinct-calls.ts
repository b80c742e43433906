import type { Call, CallKey } from './call.ts';
import { expectedCalls } from './settle.ts';
import { type Keyed, keyed, type Work } from './work.ts';

export interface DistinctCall {
  readonly work: Work;
  readonly call: Call;
  readonly keyed: Keyed;
}

/**
 * Every call that the works need if each is answered, once: conditions that leave a prompt as it is share its call. Looked
 * for among the conditions of an item only, which follow each other, so that memory stays small.
 */
export function* distinctCalls(works: Iterable<Work>): Generator<DistinctCall> {
  const seen = new Set<CallKey>();
  let current: unknown = null;
  for (const work of works) {
    if (work.context.item !== current) seen.clear();
    current = work.context.item;
    const mark = (call: Call) => keyed(work, call).key.slice(0, 12);
    for (const call of expectedCalls(work.experiment, work.context, mark)) {
      const complete = keyed(work, call);
      if (seen.has(complete.key)) continue;
      seen.add(complete.key);
      yield { work, call, keyed: complete };
    }
  }
}
