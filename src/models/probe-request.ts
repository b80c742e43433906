import type { Attempt } from '../domain/answer.ts';
import type { AnswerForm } from '../domain/answer-form.ts';
import { callKey, callText, type Message, type Sampling } from '../domain/call.ts';
import { paperCondition } from '../domain/condition.ts';
import { failed } from './failures/failure.ts';
import type { LanguageModel } from './language-model.ts';

/** What a test call sends. */
export interface ProbeCall {
  readonly messages: readonly Message[];
  readonly sampling: Sampling;
  readonly form?: AnswerForm;
}

/** Sends one test call, which is stored nowhere. A failure after `timeoutMs`. */
export async function sendProbe(
  model: LanguageModel,
  { messages, sampling, form }: ProbeCall,
  timeoutMs: number,
): Promise<Attempt> {
  const signal = AbortSignal.timeout(timeoutMs);
  const call = { slot: 'execute', part: '', sample: 0, role: 'subject', messages } as const;
  try {
    await model.prepare?.();
    return await model.ask({
      key: callKey(callText({ model: model.identity, sampling, messages, slot: call.slot, sample: call.sample })),
      messages,
      sampling,
      form,
      slot: call.slot,
      sample: call.sample,
      origin: {
        experiment: 'probe',
        context: {
          item: { id: 'probe' },
          condition: paperCondition,
          samples: 1,
          seed: 0,
          judging: { judge: null, rubric: 'two-way' },
          peers: [],
        },
        call,
      },
      signal,
    });
  } catch (error) {
    if (signal.aborted) return failed('timeout', `no answer within ${timeoutMs / 1000} s`);
    throw error;
  }
}
