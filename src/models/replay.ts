import type { Answer, Attempt } from '../call/answer.ts';
import type { CallOrigin, LanguageModel } from './language-model.ts';

/** What an earlier run has for a call, found by experiment, item id, condition, slot, part and sample; null: nothing. */
export type RecordedAnswers = (origin: CallOrigin) => Promise<Answer | null>;

function nothingRecorded({ experiment, context, call }: CallOrigin): Attempt {
  const part = call.part === '' ? '' : ` ${call.part}`;
  const place = `${call.slot}${part}, sample ${call.sample}, of item ${context.item.id} in ${experiment}`;
  return {
    kind: 'failed',
    code: 'not-recorded',
    message: `the recording has no answer for ${place}`,
    retryable: false,
    retryAfterMs: null,
    status: null,
  };
}

/** A model that repeats the answers of an earlier run and asks nobody. */
export function replayModel(run: string, recorded: RecordedAnswers): LanguageModel {
  const name = `replay/${run}`;
  return {
    name,
    identity: name,
    endpoint: name,
    defaultConcurrency: 64,
    capacity: 'known',
    async ask({ origin, signal }) {
      signal.throwIfAborted();
      return (await recorded(origin)) ?? nothingRecorded(origin);
    },
    async close() {},
  };
}
