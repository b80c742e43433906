import type { TrainingJobKey } from '../../store/event.ts';
import { canonicalJson, sha256 } from '../../util/canonical-json.ts';
import type { EventOf, JobEvent, JobSpec, TrainingEstimate } from './job-event.ts';

/** Returns the key of a job: a hash of everything that determines what is trained, without how the host is reached. */
export function jobKey({
  settings,
  endpoint,
  base,
  format,
  train,
  validation,
  hyperParameters,
  seed,
}: JobSpec): TrainingJobKey {
  const { port, trainingType, template, command, adapter } = settings;
  return sha256(
    canonicalJson({
      port,
      endpoint,
      base,
      format,
      train: train.sha256,
      validation: validation?.sha256 ?? null,
      hyperParameters,
      seed,
      trainingType,
      template,
      command,
      adapter,
    }),
  ) as TrainingJobKey; // the only place that creates keys of training jobs
}

/** State of a job, derived from its events. */
type JobState =
  | { readonly kind: 'intended' }
  /** The request was sent and its result is unknown: the host may have a job. */
  | { readonly kind: 'unresolved' }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'waiting' | 'running' | 'paused'; readonly id: string; readonly word: string }
  | (EventOf<'succeeded'> & { readonly id: string })
  | (EventOf<'failed'> & { readonly id: string | null })
  | (EventOf<'cancelled'> & { readonly id: string | null });

export interface Job {
  readonly key: TrainingJobKey;
  readonly intended: EventOf<'intended'>;
  readonly state: JobState;
  /** Number of attempts that the user requested: 1, plus one for each `--resubmit`. */
  readonly attempt: number;
  /** Requests of this attempt that got no clear reply. */
  readonly unclear: number;
  /** What the host said before the last request that the job costs, in US dollars; null: it was not asked. */
  readonly statedDollars: number | null;
  /** Ids of the uploaded files that the host should still have. */
  readonly files: { readonly train: string | null; readonly validation: string | null };
  /** Ids of the jobs of earlier attempts. */
  readonly earlierIds: readonly string[];
  /** Number of events, which is the number of the next event. */
  readonly length: number;
  readonly startedAt: string;
  readonly changedAt: string;
}

/** Returns whether the job changes only when the user acts. */
export function isTerminal({ kind }: Pick<JobState, 'kind'>): boolean {
  return kind === 'succeeded' || kind === 'failed' || kind === 'cancelled';
}

/**
 * Returns the most US dollars that a job can have cost: its actual cost where the host gave it, else the host's estimate, else
 * ours; earlier attempts, which the host may have charged, count as much as they can cost. Null where no price is known.
 */
export function maxDollarsOf(
  { state, intended, statedDollars, attempt }: Pick<Job, 'state' | 'intended' | 'statedDollars' | 'attempt'>,
  /** The estimate of today, where a price was given after the job was started. */
  { maxDollars }: Pick<TrainingEstimate, 'maxDollars'>,
): number | null {
  const most = statedDollars ?? maxDollars ?? intended.estimate.maxDollars;
  const actual = state.kind === 'succeeded' ? state.dollars : null;
  if (actual !== null && attempt === 1) return actual;
  return most === null ? null : (actual ?? most) + (attempt - 1) * most;
}

/** Returns the name by which a job is found at its host: part of its suffix, display name, id or metadata. */
export function jobTag({ key, attempt }: Pick<Job, 'key' | 'attempt'>): string {
  const short = key.slice(0, 12);
  return attempt === 1 ? `seb-${short}` : `seb${attempt}-${short}`;
}

export interface DatedEvent {
  readonly at: string;
  readonly event: JobEvent;
}

type Draft = { -readonly [Field in keyof Job]: Job[Field] };

/** Derives a job from its events; null without events. */
export function jobFrom(key: TrainingJobKey, events: readonly DatedEvent[]): Job | null {
  const [first] = events;
  if (first?.event.kind !== 'intended') return null;
  const draft: Draft = {
    key,
    intended: first.event,
    state: { kind: 'intended' },
    attempt: 1,
    unclear: 0,
    statedDollars: null,
    files: { train: null, validation: null },
    earlierIds: [],
    length: events.length,
    startedAt: first.at,
    changedAt: events.at(-1)?.at ?? first.at,
  };
  for (const { event } of events.slice(1)) apply(draft, event);
  return draft;
}

function idOf(state: JobState): string | null {
  return 'id' in state ? state.id : null;
}

function apply(draft: Draft, event: JobEvent): void {
  const id = idOf(draft.state);
  switch (event.kind) {
    case 'intended':
      return;
    case 'uploaded':
      draft.files = { ...draft.files, [event.set]: event.file };
      return;
    case 'files-lost':
      draft.files = { train: null, validation: null };
      return;
    case 'submitting':
      draft.state = { kind: 'unresolved' };
      draft.statedDollars = event.dollars ?? draft.statedDollars;
      return;
    case 'unclear':
      draft.unclear += 1;
      return;
    case 'refused':
      draft.state = { kind: 'refused', reason: event.reason };
      return;
    case 'submitted':
      draft.state = { kind: 'waiting', id: event.id, word: 'submitted' };
      return;
    case 'status':
      if (id !== null) draft.state = { kind: event.state, id, word: event.word };
      return;
    case 'succeeded':
      if (id !== null) draft.state = { ...event, id };
      return;
    case 'failed':
    case 'cancelled':
      draft.state = { ...event, id };
      return;
    case 'resubmitted':
      draft.earlierIds = id === null ? draft.earlierIds : [...draft.earlierIds, id];
      draft.attempt += 1;
      draft.unclear = 0;
      draft.files = { train: null, validation: null }; // every attempt has its own files
      draft.state = { kind: 'intended' };
      return;
  }
}
