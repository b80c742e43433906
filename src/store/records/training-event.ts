import type { Json } from '../../util/canonical-json.ts';
import type { Brand } from '../../util/types.ts';
/** Hex sha256 that identifies a training job: one key, one job, at most one charge. */
export type TrainingJobKey = Brand<'TrainingJobKey'>;
/** One event in the history of a training job, written by `src/train`. */
export interface StoredTrainingEvent {
  readonly job: TrainingJobKey;
  /** Position in the job's history, from 0, without gaps. */
  readonly number: number;
  /** ISO 8601. */
  readonly at: string;
  readonly event: Json;
}

/** Beginning of the keys of batch jobs, whose events are in the same table as those of training jobs. */
export const batchPrefix = 'batch-';

/** Beginning of the keys of consents, which are events in the same table (consents.ts). */
export const consentPrefix = 'consent-';
