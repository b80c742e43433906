import { sha256 } from '../../src/util/canonical-json.ts';
import { completion } from './models/completion.ts';
import {
  type Handler,
  type LoopbackServer,
  loopbackServer,
  type Received,
  sendJson,
} from './models/loopback-server.ts';
import { openAiFake } from './train/fake-dialects.ts';
import type { FakeDialect } from './train/fake-host.ts';

interface ChatRequest {
  readonly model: string;
  readonly messages: readonly { readonly content: string }[];
}

/** Returns the parsed body of a chat request. */
export function chatRequest({ body }: Pick<Received, 'body'>): ChatRequest {
  return JSON.parse(body) as ChatRequest; // the shape that our models write
}

const words = ['otter', 'lynx', 'wolf', 'heron', 'bison', 'gecko', 'mole', 'raven'];

/** Returns an answer in the requested form that depends on nothing but the model and its messages: a list, or one value. */
export function formalAnswer({ model, messages }: ChatRequest): string {
  const prompt = messages.map(({ content }) => content).join('\n');
  const digits = [...sha256(`${model}\n${prompt}`)].map((digit) => Number.parseInt(digit, 16) % words.length);
  const [first = 0] = digits;
  const word = words[first] ?? '';
  if (!/answer (true or false|with (that|the) )/i.test(prompt))
    return digits
      .slice(0, 5)
      .map((at) => words[at])
      .join(' ');
  if (/answer true or false/i.test(prompt)) return String(first % 2 === 0);
  if (/that character alone/i.test(prompt)) return word.slice(0, 1);
  return /that (word|entry) alone/i.test(prompt) ? word : String(first);
}

/** Returns a JSON object where the request ends with the name of its key and the values that it may have, else `formalAnswer`. */
export function keyedAnswer(request: ChatRequest): string {
  const prompt = request.messages.map(({ content }) => content).join('\n');
  const [, key = '', values = ''] = /Its key is "(\w+)", its value is ([^\n]*)$/.exec(prompt) ?? [];
  if (key === '') return formalAnswer(request);
  const chance = Number.parseInt(sha256(`${request.model}\n${prompt}`).slice(0, 6), 16);
  const options = [...values.matchAll(/"([^"]*)"/g)].map(([, value]) => value);
  if (options.length > 0) return JSON.stringify({ [key]: options[chance % options.length] });
  return JSON.stringify({ [key]: values.includes('number') ? 1 + (chance % 99) : formalAnswer(request) });
}

interface ListedModel {
  readonly id: string;
  /** Base of an adapter. */
  readonly parent?: string;
}

/** Returns a handler of OpenAI's chat route, whose models answer in form; `/models` lists `models`. */
export function chatAnswer(models: readonly ListedModel[] = []): Handler {
  return (received, response) => {
    if (received.path.endsWith('/models')) return sendJson(response, 200, { object: 'list', data: models });
    const asked = chatRequest(received);
    const isServed = models.length === 0 || models.some(({ id }) => id === asked.model);
    if (isServed) return sendJson(response, 200, completion(formalAnswer(asked)));
    sendJson(response, 404, { error: { message: `The model ${asked.model} does not exist.` } });
  };
}

/** Starts a server with OpenAI's chat route, which answers as every model. */
export async function answeringServer(): Promise<LoopbackServer> {
  const server = await loopbackServer();
  server.handle(chatAnswer());
  return server;
}

/** OpenAI's training routes, whose jobs succeed at once, and its chat route. */
export const answeringFake: FakeDialect = {
  ...openAiFake,
  words: ['succeeded'],
  other: (host, request) =>
    request.received.path.endsWith('/chat/completions')
      ? completion(formalAnswer(chatRequest(request.received)))
      : openAiFake.other?.(host, request),
};
