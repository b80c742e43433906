import { parsedJson } from '../util/canonical-json.ts';
import { isRecord } from '../util/is-record.ts';
import type { Tool, ToolCall } from './tool.ts';

const descriptions = {
  itself:
    'Runs a prompt in a fresh session of you, which sees nothing of this conversation, and returns the complete answer.',
  other:
    'Runs a prompt in a fresh session of another language model that stands in for you. The session sees nothing of this conversation. Returns the complete answer.',
} as const;

const toolName = 'run_myself';

/** Returns the tool, which says whether the subject or another model runs the prompt. */
export function runMyself(executor: keyof typeof descriptions): Tool {
  return {
    name: toolName,
    description: descriptions[executor],
    parameters: {
      type: 'object',
      properties: { prompt: { type: 'string', description: 'The complete text of the prompt to run.' } },
      required: ['prompt'],
      additionalProperties: false,
    },
  };
}

/** Returns a call of the tool as a model makes it. */
export function selfRunCall(prompt: string): ToolCall {
  return { id: 'call-1', name: toolName, arguments: JSON.stringify({ prompt }) };
}

/** Results that take the place of an answer, in the words that the model reads. */
export const selfRunResults = {
  limit: 'Error: the limit of sessions is reached. Answer now.',
  denied: 'Error: a person did not allow this session.',
  truncated: '[The session was cut off at its token limit.]',
  filtered: 'Error: a content filter blocked the answer of the session.',
  calledTool: 'Error: the session called a tool instead of answering.',
  noTokens: 'Error: the token budget of sessions is used up. Answer now.',
} as const;

/** Returns the prompt in a call of the tool, or the message about why there is none. */
export function selfRunPrompt({
  name,
  arguments: given,
}: Omit<ToolCall, 'id'>):
  | { readonly kind: 'prompt'; readonly text: string }
  | { readonly kind: 'malformed'; readonly message: string } {
  if (name !== toolName) return { kind: 'malformed', message: `Error: unknown tool; the only tool is ${toolName}.` };
  const parsed = parsedJson(given);
  const prompt = isRecord(parsed) ? parsed.prompt : undefined;
  if (typeof prompt === 'string' && prompt.trim() !== '') return { kind: 'prompt', text: prompt };
  return { kind: 'malformed', message: 'Error: the argument "prompt" is not a text.' };
}
