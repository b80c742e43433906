import { type Answer, type Attempt, type Failure, noMetadata, unknownUsage } from '../domain/answer.ts';
import type { Slot } from '../domain/call.ts';
import { failed } from '../domain/failure.ts';
import { defaultMaxConcurrency, type LanguageModel } from '../models/language-model.ts';
import { notRecorded } from '../models/replay.ts';
import { recordedPrefix } from '../plan/recorded.ts';
import { canonicalJson, sha256 } from '../util/canonical-json.ts';

/** Where an answer belongs in a recording. Recordings hold one execution of a prompt: sample 0. */
export interface Place {
  readonly item: string;
  readonly slot: Slot;
  /** Question of a group; '' where a slot has one call. */
  readonly part?: string;
  readonly sample?: number;
}

export type PlaceKey = ReturnType<typeof placeKey>;

export function placeKey({ item, slot, part = '', sample = 0 }: Place): string {
  return JSON.stringify([item, slot, part, sample]);
}

/** What one model answered in one experiment of others, and what is known to have failed. */
export interface Recording {
  readonly experiment: string;
  /** Name of the model in the published tables, or that of its file. */
  readonly model: string;
  readonly answers: ReadonlyMap<PlaceKey, Attempt>;
  /** What a reader of the numbers should know of this recording. */
  readonly notes: readonly string[];
}

interface Recorded {
  readonly text: string;
  /** Value that the recording's authors took from the text, as they wrote it; null when they took none. */
  readonly extracted?: string | null;
  /** Completion tokens. */
  readonly output?: number | null;
  /** Model as the recording names it. */
  readonly model?: string;
}

export function recordedAnswer({ text, extracted, output = null, model }: Recorded): Answer {
  return {
    kind: 'answered',
    text,
    ...noMetadata,
    usage: { ...unknownUsage, output },
    served: { ...noMetadata.served, model: model ?? null },
    ...(extracted === undefined ? {} : { extracted }),
  };
}

/** A call that failed when it was recorded. */
export function recordedFailure(message: string): Failure {
  return failed('recorded-failure', message);
}

/** A model that repeats a recording and asks nobody; what it does not hold fails with `not-recorded`. */
export function recordedModel({ experiment, model, answers }: Recording): LanguageModel {
  const name = `${recordedPrefix}${model}`;
  const content = [...answers].sort(([a], [b]) => (a < b ? -1 : 1));
  const identity = `${name}@${sha256(canonicalJson(content)).slice(0, 16)}`;
  return {
    name,
    identity,
    endpoint: identity,
    defaultConcurrency: defaultMaxConcurrency,
    capacity: 'known',
    async ask({ origin, signal }) {
      signal.throwIfAborted();
      const { slot, part, sample } = origin.call;
      const item = origin.context.item.id;
      const found = origin.experiment === experiment ? answers.get(placeKey({ item, slot, part, sample })) : undefined;
      return found ?? notRecorded(origin);
    },
    async close() {},
  };
}
