import type { Json } from '../util/canonical-json.ts';
import type { Brand } from '../util/types.ts';

/** What has a history in the store. */
export type HistoryKind = 'training' | 'batch' | 'consent';

/** Hex sha256 that identifies a training job: one key, one job, at most one charge. */
export type TrainingJobKey = Brand<'TrainingJobKey'>;
export type BatchJobKey = Brand<'BatchJobKey'>;
/** One person's agreement to one text. */
export type ConsentKey = Brand<'ConsentKey'>;

export interface KeyOf {
  readonly training: TrainingJobKey;
  readonly batch: BatchJobKey;
  readonly consent: ConsentKey;
}

/** Beginnings of the keys by kind; a training job's key is its hash alone. */
export const keyPrefix = { batch: 'batch-', consent: 'consent-' } as const;

/** One event in the history of a job or a consent. */
export interface StoredEvent<Key extends string = KeyOf[HistoryKind]> {
  readonly key: Key;
  /** Position in the history, from 0, without gaps. */
  readonly number: number;
  /** ISO 8601. */
  readonly at: string;
  readonly event: Json;
}
