import type { z } from 'zod';
import { AppError } from '../../util/app-error.ts';
import type { Json } from '../../util/canonical-json.ts';
import type { HistoryKind, KeyOf, StoredEvent } from '../event.ts';
import type { Store } from '../store.ts';

/** An event of a job with its time. */
export interface Dated<Event> {
  /** ISO 8601. */
  readonly at: string;
  readonly event: Event;
}

type EventStore = Pick<Store, 'appendEvent' | 'history'>;

interface JournalOptions<Event> {
  readonly schema: z.ZodType<Event>;
  /** Kind of the jobs in messages, such as "training job". */
  readonly noun: string;
}

/** The histories of jobs at other hosts: events that are only appended, each with its number, so that one process writes it. */
export class EventJournal<Event> {
  readonly #options: JournalOptions<Event>;

  constructor(options: JournalOptions<Event>) {
    this.#options = options;
  }

  /** Returns a stored event. AppError `store-damaged` when it cannot be read. */
  read({ key, number, at, event }: StoredEvent): Dated<Event> {
    const { schema, noun } = this.#options;
    const parsed = schema.safeParse(event);
    if (parsed.success) return { at, event: parsed.data };
    throw new AppError('store-damaged', `event ${number} of ${noun} ${key.slice(0, 12)} cannot be read`, {
      hint: 'it was written by another version; use the version that wrote it',
      cause: parsed.error,
    });
  }

  /** Returns the events of a job, oldest first. */
  async history(store: EventStore, key: KeyOf[HistoryKind]): Promise<readonly Dated<Event>[]> {
    return (await store.history(key)).map((stored) => this.read(stored));
  }

  /** Appends an event; resolves once it is on disk. False when another process has appended one with this number. */
  async append(
    store: EventStore,
    key: KeyOf[HistoryKind],
    { number, event }: { readonly number: number; readonly event: Event },
  ): Promise<boolean> {
    const stored = this.#options.schema.parse(event) as Json; // the schemas only allow JSON
    const at = new Date().toISOString();
    return (await store.appendEvent({ key, number, at, event: stored })) === 'appended';
  }
}
