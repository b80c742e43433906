import { completion } from './completion.ts';
import { type Handler, type LoopbackServer, loopbackServer, sendJson } from './loopback-server.ts';

interface Message {
  readonly role: string;
  readonly content: string;
}

/** A chat request as the models of this package write it. */
export interface ToolRequest {
  readonly model: string;
  readonly messages: readonly Message[];
  readonly tools?: readonly { readonly function: { readonly name: string } }[];
  readonly tool_choice?: string;
  readonly max_tokens?: number;
}

/** What a model on the server does with one request: it calls the tool with these arguments, or answers. */
export type ToolReply = { readonly calls: readonly string[] } | string;

/** Returns a completion that calls `run_myself`, as a server with /chat/completions sends it. The ids are random. */
function toolCompletion(calls: readonly string[]): object {
  const tool_calls = calls.map((given) => ({
    id: `call_${Math.random().toString(36).slice(2)}`,
    type: 'function',
    function: { name: 'run_myself', arguments: given },
  }));
  const body = completion(null, { tool_calls });
  return { ...body, choices: [{ ...(body.choices as object[])[0], finish_reason: 'tool_calls' }] };
}

/** Returns a handler of OpenAI's chat route that replies as `behave` says. */
export function toolHandler(behave: (request: ToolRequest) => ToolReply): Handler {
  return ({ path, body }, response) => {
    if (path.endsWith('/models')) return sendJson(response, 200, { data: [] });
    const reply = behave(JSON.parse(body) as ToolRequest); // written by our model
    sendJson(response, 200, typeof reply === 'string' ? completion(reply) : toolCompletion(reply.calls));
  };
}

/** Returns the prompt of an item in a request: the last message of the user. */
export function userPrompt({ messages }: ToolRequest): string {
  return messages.findLast(({ role }) => role === 'user')?.content ?? '';
}

/** Returns the arguments of a well-formed call. */
export const running = (prompt: string): string => JSON.stringify({ prompt });

/** Returns the results of tools in a request, in order. */
export function toolResults({ messages }: ToolRequest): readonly string[] {
  return messages.filter(({ role }) => role === 'tool').map(({ content }) => content);
}

/** Starts a server whose models call tools as `behave` says. */
export async function toolServer(behave: (request: ToolRequest) => ToolReply): Promise<LoopbackServer> {
  const server = await loopbackServer();
  server.handle(toolHandler(behave));
  return server;
}
