import type { CallKey } from '../../domain/call.ts';
import type { FoundAnswer, Store } from '../store.ts';

type Found = ReadonlyMap<CallKey, FoundAnswer>;

/** Returns a look-up that combines all requests of one turn of the event loop into one query. */
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
