import type { Answer, Failure } from '../domain/answer.ts';
import { failed } from '../domain/failure.ts';
import { type CallOrigin, defaultMaxConcurrency, type LanguageModel } from './language-model.ts';

/** The answers of an earlier run. */
export interface ReplayRecording {
  /** The run's whole id, and the model where one was named: what is typed may be the beginning of an id. */
  readonly id: string;
  /** Found by experiment, item id, condition, slot, part and sample; null: nothing. */
  answer(origin: CallOrigin): Promise<Answer | null>;
}

/** Of a call that a recording has no answer for. */
export function notRecorded({ experiment, context, call }: CallOrigin): Failure {
  const part = call.part === '' ? '' : ` ${call.part}`;
  const place = `${call.slot}${part}, sample ${call.sample}, of item ${context.item.id} in ${experiment}`;
  return failed('not-recorded', `the recording has no answer for ${place}`);
}

/** A model that repeats the answers of an earlier run and asks nobody. */
export function replayModel(named: string, recording: ReplayRecording): LanguageModel {
  const identity = `replay/${recording.id}`;
  return {
    name: `replay/${named}`,
    identity,
    endpoint: identity,
    defaultConcurrency: defaultMaxConcurrency,
    capacity: 'known',
    async ask({ origin, signal }) {
      signal.throwIfAborted();
      return (await recording.answer(origin)) ?? notRecorded(origin);
    },
    async close() {},
  };
}
