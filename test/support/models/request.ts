import type { AnswerForm } from '../../../src/domain/answer-form.ts';
import { callKey, callText, type Message, type Sampling } from '../../../src/domain/call.ts';
import { paperCondition } from '../../../src/domain/condition.ts';
import type { Injection } from '../../../src/domain/injection.ts';
import type { ModelRequest } from '../../../src/models/language-model.ts';

export interface RequestParts {
  readonly messages?: readonly Message[];
  readonly sampling?: Sampling;
  readonly sample?: number;
  readonly signal?: AbortSignal;
  readonly form?: AnswerForm;
  readonly injection?: Injection;
}

/** Returns a request as a run would send it, for an item that no experiment has. */
export function testRequest(parts: RequestParts = {}): ModelRequest {
  const { messages = [{ role: 'user', content: 'Say it.' }], sampling = {}, sample = 0 } = parts;
  const call = { slot: 'execute', part: '', sample, role: 'subject', messages } as const;
  return {
    key: callKey(callText({ model: 'test', sampling, messages, slot: call.slot, sample, injection: parts.injection })),
    messages,
    sampling,
    slot: call.slot,
    sample,
    form: parts.form,
    injection: parts.injection,
    origin: {
      experiment: 'test',
      context: {
        item: { id: 'item-1' },
        condition: paperCondition,
        samples: 1,
        seed: 0,
        judging: { judge: null, rubric: 'two-way' },
        peers: [],
      },
      call,
    },
    signal: parts.signal ?? new AbortController().signal,
  };
}
