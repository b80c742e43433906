import type { ServerResponse } from 'node:http';
import { type Handler, sendJson } from './loopback-server.ts';

/** A provider's answer format, as its API reference documents it; only the fields that matter. */
export interface Wire {
  readonly answered: unknown;
  readonly truncated: unknown;
  readonly filtered: unknown;
  /** Returns the body of an error with this message. */
  readonly error: (message: string) => unknown;
}

const openAiUsage = {
  prompt_tokens: 12,
  completion_tokens: 9,
  total_tokens: 21,
  prompt_tokens_details: { cached_tokens: 4 },
  completion_tokens_details: { reasoning_tokens: 6 },
};

function openAiCompletion(content: string | null, finishReason: string) {
  const message = { role: 'assistant', content };
  const choices = [{ index: 0, message, finish_reason: finishReason, logprobs: null }];
  const head = { id: 'c-1', object: 'chat.completion', created: 1_763_000_000, model: 'served-model' };
  return { ...head, system_fingerprint: 'fp-1', choices, usage: openAiUsage };
}

/** Chat completions: OpenAI, and most others with small differences. */
export const openAiWire: Wire = {
  answered: openAiCompletion('four', 'stop'),
  truncated: openAiCompletion('fo', 'length'),
  filtered: openAiCompletion('', 'content_filter'),
  error: (message) => ({ error: { message, type: 'some_error', param: null, code: null } }),
};

function anthropicMessage(text: string, stopReason: string) {
  const content = [
    { type: 'thinking', thinking: 'two and two', signature: 's' },
    ...(text === '' ? [] : [{ type: 'text', text }]),
  ];
  const usage = { input_tokens: 8, output_tokens: 9, cache_read_input_tokens: 4, cache_creation_input_tokens: 0 };
  const head = { id: 'msg-1', type: 'message', role: 'assistant', model: 'served-model' };
  return { ...head, content, stop_reason: stopReason, stop_sequence: null, usage };
}

export const anthropicWire: Wire = {
  answered: anthropicMessage('four', 'end_turn'),
  truncated: anthropicMessage('', 'max_tokens'),
  filtered: anthropicMessage('', 'refusal'),
  error: (message) => ({ type: 'error', error: { type: 'some_error', message } }),
};

function geminiResponse(text: string, finishReason: string) {
  const parts = [{ text: 'two and two', thought: true }, { text }];
  const candidates = [{ content: { role: 'model', parts }, finishReason, index: 0 }];
  const counts = { promptTokenCount: 12, candidatesTokenCount: 3, thoughtsTokenCount: 6, totalTokenCount: 21 };
  return { candidates, usageMetadata: { ...counts, cachedContentTokenCount: 4 }, modelVersion: 'served-model' };
}

export const googleWire: Wire = {
  answered: geminiResponse('four', 'STOP'),
  truncated: geminiResponse('fo', 'MAX_TOKENS'),
  filtered: geminiResponse('', 'SAFETY'),
  error: (message) => ({ error: { code: 400, message, status: 'SOME_ERROR' } }),
};

export const mistralWire: Wire = {
  ...openAiWire,
  filtered: openAiCompletion('', 'content_filter'),
  error: (message) => ({ object: 'error', message, type: 'some_error', param: null, code: null }),
};

/** A response of the responses API (xAI, and OpenAI's models without chat completions). */
export const responsesAnswer = {
  id: 'resp-1',
  object: 'response',
  created_at: 1_763_000_000,
  model: 'served-model',
  status: 'completed',
  output: [
    {
      type: 'message',
      id: 'm-1',
      role: 'assistant',
      status: 'completed',
      content: [{ type: 'output_text', text: 'four', annotations: [], logprobs: [] }],
    },
  ],
  usage: {
    input_tokens: 12,
    input_tokens_details: { cached_tokens: 4 },
    output_tokens: 9,
    output_tokens_details: { reasoning_tokens: 6 },
    total_tokens: 21,
  },
};

/** A response of Bedrock's Converse API. */
export const converseAnswer = {
  output: { message: { role: 'assistant', content: [{ text: 'four' }] } },
  stopReason: 'end_turn',
  usage: { inputTokens: 12, outputTokens: 9, totalTokens: 21 },
  metrics: { latencyMs: 1 },
};

/** Returns a handler that answers with a status and a JSON body. */
export function replies(status: number, body: unknown, headers: Record<string, string> = {}): Handler {
  return (_, response: ServerResponse) => sendJson(response, status, body, headers);
}
