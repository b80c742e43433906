import type { CallKey } from '../../domain/call.ts';
import type { FoundAnswer, Store } from '../store.ts';

type Found = ReadonlyMap<CallKey, FoundAnswer>;

/** A call to look up, and its text where it is planned. */
interface Wanted {
  readonly key: CallKey;
  readonly text?: string;
}

/** Returns a look-up that combines all requests of one turn of the event loop into one query. */
export function batchedAnswers(store: Pick<Store, 'answers'>): (wanted: readonly Wanted[]) => Promise<Found> {
  let keys: CallKey[] = [];
  let texts = new Map<CallKey, string>();
  let next: Promise<Found> | null = null;
  return (wanted) => {
    for (const { key, text } of wanted) {
      keys.push(key);
      if (text !== undefined) texts.set(key, text);
    }
    next ??= new Promise<void>((resolve) => setImmediate(resolve)).then(() => {
      const [asked, planned] = [keys, texts];
      [keys, texts, next] = [[], new Map(), null];
      return store.answers(asked, planned);
    });
    return next;
  };
}
