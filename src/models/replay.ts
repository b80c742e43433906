import type { Answer, Failure } from '../domain/answer.ts';
import { failed } from './failures/failure.ts';
import { type CallOrigin, defaultMaxConcurrency, type LanguageModel } from './language-model.ts';

/** The answers of an earlier run. */
export interface ReplayRecording {
  /** The run's complete id, and the model if one was named; the user may have typed the beginning of an id. */
  readonly id: string;
  /** Returns the answer by experiment, item id, condition, slot, part and sample; null if it is missing. */
  answer(origin: CallOrigin): Promise<Answer | null>;
}

/** Returns the failure for a call without a recorded answer. */
function notRecorded({ experiment, context, call }: CallOrigin): Failure {
  const part = call.part === '' ? '' : ` ${call.part}`;
  const place = `${call.slot}${part}, sample ${call.sample}, of item ${context.item.id} in ${experiment}`;
  return failed('not-recorded', `the recording has no answer for ${place}`);
}

/** Returns a model that repeats the answers of an earlier run and sends nothing. */
export function replayModel(named: string, recording: ReplayRecording): LanguageModel {
  const identity = `replay/${recording.id}`;
  return repeatingModel({ name: `replay/${named}`, identity }, (origin) => recording.answer(origin));
}

/** Returns a model that repeats recorded answers; a missing answer (null) is a failure of the call. */
export function repeatingModel(
  { name, identity }: Pick<LanguageModel, 'name' | 'identity'>,
  answerOf: (origin: CallOrigin) => Promise<Answer | Failure | null>,
): LanguageModel {
  return {
    name,
    identity,
    endpoint: identity,
    defaultConcurrency: defaultMaxConcurrency,
    capacity: 'known',
    async ask({ origin, signal }) {
      signal.throwIfAborted();
      return (await answerOf(origin)) ?? notRecorded(origin);
    },
    async close() {},
  };
}
