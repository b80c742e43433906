import type { Brand } from '../../util/brand.ts';
import type { Json } from '../../util/canonical-json.ts';
/** Hex sha256 that identifies a training job: one key, one job, at most one charge. */
export type TrainingJobKey = Brand<'TrainingJobKey'>;
/** One entry of the history of a training job, as `src/train` writes it. */
export interface StoredTrainingEvent {
  readonly job: TrainingJobKey;
  /** Position in the history of the job, from 0, without gaps. */
  readonly number: number;
  /** ISO 8601. */
  readonly at: string;
  readonly event: Json;
}
