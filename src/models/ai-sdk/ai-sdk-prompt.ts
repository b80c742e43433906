import type { LanguageModelV4CallOptions, LanguageModelV4Message } from '@ai-sdk/provider';
import type { Message } from '../../domain/call.ts';
import type { ModelRequest } from '../language-model.ts';

function promptMessage({ role, content }: Message): LanguageModelV4Message {
  return role === 'system' ? { role, content } : { role, content: [{ type: 'text', text: content }] };
}

/** Converts a request into the AI SDK's call options. Fields that the run does not set are not sent. */
export function callOptions({ messages, sampling, signal }: ModelRequest): LanguageModelV4CallOptions {
  const { temperature, topP, maxOutputTokens, seed, reasoningEffort } = sampling;
  return {
    prompt: messages.map(promptMessage),
    abortSignal: signal,
    ...(temperature === undefined ? {} : { temperature }),
    ...(topP === undefined ? {} : { topP }),
    ...(maxOutputTokens === undefined ? {} : { maxOutputTokens }),
    ...(seed === undefined ? {} : { seed }),
    ...(reasoningEffort === undefined ? {} : { reasoning: reasoningEffort }),
  };
}
