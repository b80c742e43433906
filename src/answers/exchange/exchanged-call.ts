import { z } from 'zod';
import type { Answer } from '../../domain/answer.ts';
import type { Call } from '../../domain/call.ts';

const kinds = ['answered', 'truncated', 'filtered'] as const;
const roles = ['system', 'user', 'assistant'] as const;
const callRoles = ['subject', 'judge'] as const;
const count = z.int().min(0).nullable();

/** A call that another program sends: a fresh conversation, in which no other call is seen. */
const plannedCallSchema = z.object({
  slot: z.string().describe('what the call is for: forecast, execute, judge'),
  part: z.string().describe('one of several calls of a slot; empty where the slot has one'),
  sample: z.int().min(0).describe('number of the execution, from 0'),
  role: z.enum(callRoles).describe('who answers: the model that is tested, or the judge'),
  messages: z.array(z.object({ role: z.enum(roles), content: z.string() })).min(1),
});

/** A call with the answer that another program got; `seb calls` reads it, and logs of Inspect hold it (docs/inspect.md). */
export const answeredCallSchema = plannedCallSchema.extend({
  answer: z.object({
    kind: z.enum(kinds).describe('truncated: cut at a limit of tokens; filtered: held back by the provider'),
    text: z.string().describe('without reasoning that was delivered separately'),
    reasoning: z.string().nullable(),
    model: z.string().nullable().describe('model that the server says it served'),
    inputTokens: count,
    outputTokens: count,
    reasoningTokens: count,
    finishReason: z.string().nullable(),
  }),
});
export type ExchangedCall = z.infer<typeof answeredCallSchema>;

/** Returns the answer of a call as a store keeps it. */
export function answerOf({ answer }: ExchangedCall): Answer {
  const { kind, text, reasoning, model, inputTokens, outputTokens, reasoningTokens, finishReason } = answer;
  return {
    ...{ kind, text, reasoning, finishReason, logprobs: null },
    usage: { input: inputTokens, cachedInput: null, output: outputTokens, reasoning: reasoningTokens, raw: null },
    served: { model, fingerprint: null, upstream: null },
  };
}

/** Returns whether a logged call is the planned one: the same place and the same conversation. */
export function isSameCall(
  logged: z.infer<typeof plannedCallSchema>,
  planned: Pick<Call, 'slot' | 'part' | 'sample' | 'messages'>,
): boolean {
  return (
    logged.slot === planned.slot &&
    logged.part === planned.part &&
    logged.sample === planned.sample &&
    logged.messages.length === planned.messages.length &&
    planned.messages.every(
      ({ role, content }, index) =>
        logged.messages[index]?.role === role && logged.messages[index]?.content === content,
    )
  );
}
