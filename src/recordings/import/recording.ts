import { type Answer, type Attempt, type Failure, noMetadata, unknownUsage } from '../../domain/answer.ts';
import { recordedPrefix } from '../../domain/recorded.ts';
import type { SlotId } from '../../domain/slot.ts';
import { failed } from '../../models/failures/failure.ts';
import type { LanguageModel } from '../../models/language-model.ts';
import { repeatingModel } from '../../models/replay.ts';
import { canonicalJson, sha256 } from '../../util/canonical-json.ts';

/** Position of an answer in a recording. Published recordings contain one execution per prompt: sample 0. */
interface Place {
  readonly item: string;
  readonly slot: SlotId;
  /** Question of a group; '' if a slot has one call. */
  readonly part?: string;
  readonly sample?: number;
}

export type PlaceKey = ReturnType<typeof placeKey>;

export function placeKey({ item, slot, part = '', sample = 0 }: Place): string {
  return JSON.stringify([item, slot, part, sample]);
}

/** The answers of one model in one imported experiment, and the calls that are known to have failed. */
export interface Recording {
  readonly experiment: string;
  /** Name of the model in the published tables, or in its file. */
  readonly model: string;
  readonly answers: ReadonlyMap<PlaceKey, Attempt>;
  /** Notes on this recording for readers of its numbers. */
  readonly notes: readonly string[];
  /** Part of the run in which the prediction of an item was sent; absent: the order of the calls is unknown. */
  readonly parts?: ReadonlyMap<string, string>;
  /** Executions per item; absent: 1. */
  readonly samples?: number;
  /** Levels of factors that differ from the published protocol's; absent: none. */
  readonly factors?: Readonly<Record<string, string>>;
}

interface Recorded {
  readonly text: string;
  /** Value that the recording's authors extracted from the text, verbatim; null if they extracted none. */
  readonly extracted?: string | null;
  /** Number of completion tokens. */
  readonly output?: number | null;
  /** Name of the model in the recording. */
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

/** Returns the failure of a call that failed when it was recorded. */
export function recordedFailure(message: string): Failure {
  return failed('recorded-failure', message);
}

/** Returns a model that replays a recording and sends nothing; a missing call fails with `not-recorded`. */
export function recordedModel({ experiment, model, answers, parts }: Recording): LanguageModel {
  const name = `${recordedPrefix}${model}`;
  const content = [...answers].sort(([a], [b]) => (a < b ? -1 : 1));
  const identity = `${name}@${sha256(canonicalJson(content)).slice(0, 16)}`;
  const repeating = repeatingModel({ name, identity }, async (origin) => {
    const { slot, part, sample } = origin.call;
    const item = origin.context.item.id;
    return (origin.experiment === experiment ? answers.get(placeKey({ item, slot, part, sample })) : null) ?? null;
  });
  return { ...repeating, partOf: ({ context }) => parts?.get(context.item.id) };
}
