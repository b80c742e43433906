import type { CallKey } from '../../domain/call.ts';
import type { FoundAnswer, Store } from '../store.ts';

type Found = ReadonlyMap<CallKey, FoundAnswer>;

/** Look-ups that are asked for in the same turn of the event loop go to the store as one. */
export function batchedAnswers(store: Pick<Store, 'answers'>): (keys: readonly CallKey[]) => Promise<Found> {
  let keys: CallKey[] = [];
  let next: Promise<Found> | null = null;
  return (wanted) => {
    keys.push(...wanted);
    next ??= new Promise<void>((resolve) => setImmediate(resolve)).then(() => {
      const asked = keys;
      keys = [];
      next = null;
      return store.answers(asked);
    });
    return next;
  };
}
