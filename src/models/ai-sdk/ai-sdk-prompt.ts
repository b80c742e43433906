import type { LanguageModelV4CallOptions, LanguageModelV4Message } from '@ai-sdk/provider';
import type { Message } from '../../domain/call.ts';
import type { Tool } from '../../domain/tool.ts';
import { type Json, parsedJson } from '../../util/canonical-json.ts';
import type { ModelRequest } from '../language-model.ts';

function promptMessage(
  { role, content, toolCalls = [], answers = '' }: Message,
  all: readonly Message[],
): LanguageModelV4Message {
  switch (role) {
    case 'system':
      return { role, content };
    case 'user':
      return { role, content: [{ type: 'text', text: content }] };
    case 'assistant':
      return {
        role,
        content: [
          ...(content === '' && toolCalls.length > 0 ? [] : [{ type: 'text', text: content } as const]),
          ...toolCalls.map(
            ({ id, name, arguments: given }) =>
              ({ type: 'tool-call', toolCallId: id, toolName: name, input: parsedJson(given) ?? {} }) as const,
          ),
        ],
      };
    case 'tool': {
      const called = all.flatMap((message) => message.toolCalls ?? []).find(({ id }) => id === answers);
      const output = { type: 'text', value: content } as const;
      return { role, content: [{ type: 'tool-result', toolCallId: answers, toolName: called?.name ?? '', output }] };
    }
  }
}

function functionTool({ name, description, parameters }: Tool) {
  // every tool of a call is an object that is written as a JSON schema
  return { type: 'function', name, description, inputSchema: parameters as Readonly<Record<string, Json>> } as const;
}

/** Converts a request into the AI SDK's call options. Fields that the run does not set are not sent. */
export function callOptions({
  messages,
  sampling,
  signal,
  tools,
  toolChoice,
}: ModelRequest): LanguageModelV4CallOptions {
  const { temperature, topP, maxOutputTokens, seed, reasoningEffort } = sampling;
  return {
    prompt: messages.map((message) => promptMessage(message, messages)),
    abortSignal: signal,
    ...(temperature === undefined ? {} : { temperature }),
    ...(topP === undefined ? {} : { topP }),
    ...(maxOutputTokens === undefined ? {} : { maxOutputTokens }),
    ...(seed === undefined ? {} : { seed }),
    ...(reasoningEffort === undefined ? {} : { reasoning: reasoningEffort }),
    ...(tools === undefined ? {} : { tools: tools.map(functionTool) }),
    ...(toolChoice === undefined ? {} : { toolChoice: { type: toolChoice } }),
  };
}
