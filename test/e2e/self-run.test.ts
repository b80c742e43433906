import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { sebHere } from '../support/in-process.ts';
import type { LoopbackServer } from '../support/models/loopback-server.ts';
import {
  running,
  type ToolReply,
  type ToolRequest,
  toolResults,
  toolServer,
  userPrompt,
} from '../support/models/tool-server.ts';
import { newFolder } from '../support/refusal.ts';

let server: LoopbackServer | null = null;
afterEach(async () => {
  await server?.close();
  server = null;
});

/** What a model does with a request that has the tool; it answers all others with one word. */
type Behave = (request: ToolRequest) => ToolReply;

const answer = 'apple';
const items = 2;

async function served(withTool: Behave): Promise<LoopbackServer> {
  server = await toolServer((request) => (request.tools === undefined ? answer : withTool(request)));
  return server;
}

const item = (id: string, string: string) => ({
  ...{ id, task: 'word', string, prompt: `Say one word about ${string}.`, properties: ['first-word'] },
});
const folder = newFolder();
const file = join(folder, 'items.jsonl');
writeFileSync(file, [item('a', 'rivers'), item('b', 'stones')].map((each) => JSON.stringify(each)).join('\n'));

const args = (url: string, tools: readonly string[], ...more: readonly string[]) => [
  ...['run', '--model', 'openai-compatible/m', '--base-url', `${url}/v1`, '--experiment', 'property'],
  ...['--items', `property=${file}`, '--concurrency', '4', '--tools', ...tools, ...more],
];

const chats = ({ received }: LoopbackServer) =>
  received.filter(({ path }) => path.endsWith('/chat/completions')).map(({ body }) => JSON.parse(body) as ToolRequest);

/** Returns the arguments of a call that runs the prompt of the item that a request is about. */
const itsPrompt = (request: ToolRequest) => running(/Say one word about \w+\./.exec(userPrompt(request))?.[0] ?? '');

/** Model behaviors with the requests of one item: without the tool 1, executed 1, and these. */
const behaviors: readonly (readonly [
  name: string,
  behave: Behave,
  flags: readonly string[],
  requests: number,
  results: readonly string[],
])[] = [
  [
    'once',
    (request) => (toolResults(request).length === 0 ? { calls: [itsPrompt(request)] } : answer),
    [],
    3,
    [answer],
  ],
  [
    'twice in one turn',
    (request) => (toolResults(request).length === 0 ? { calls: [itsPrompt(request), itsPrompt(request)] } : answer),
    [],
    4,
    [answer, answer],
  ],
  [
    'with malformed arguments',
    (request) => (toolResults(request).length === 0 ? { calls: ['{"prompt": '] } : answer),
    [],
    2,
    ['Error: the argument "prompt" is not a text.'],
  ],
  ['never', () => answer, [], 1, []],
  ['always, although it must not', (request) => ({ calls: [itsPrompt(request)] }), [], 7, [answer, answer, answer]],
  [
    'always, three times a turn, with two calls allowed',
    (request) => ({ calls: [itsPrompt(request), itsPrompt(request), itsPrompt(request)] }),
    ['--tool-calls', '2'],
    4,
    [answer, answer, 'Error: the limit of sessions is reached. Answer now.'],
  ],
  [
    'always, on two levels, with two calls allowed',
    (request) => ({ calls: [itsPrompt(request)] }),
    ['--tool-depth', '2', '--tool-calls', '2'],
    5,
    ['Error: the session called a tool instead of answering.'],
  ],
];

describe('seb run --tools', () => {
  it.each(behaviors)(
    'ends with a model that calls the tool %s, and sends nothing again',
    async (_, behave, flags, requests, results) => {
      const { url, received } = await served(behave);
      const place = { folder: newFolder() };
      const first = await sebHere(args(url, ['offered'], ...flags), place);
      expect(first, first.stderr).toMatchObject({ code: 0 });
      const sent = chats({ received } as LoopbackServer);
      expect(sent.length).toBe(items * (2 + requests));
      expect(sent.map(toolResults)).toContainEqual(results);
      await sebHere(args(url, ['offered'], ...flags), place);
      expect(chats({ received } as LoopbackServer).length).toBe(sent.length);
    },
  );

  it('requires the tool in the first turn only, and offers none when the limit is reached', async () => {
    const { url, received } = await served((request) =>
      request.tool_choice === 'none' ? answer : { calls: [itsPrompt(request)] },
    );
    await sebHere(args(url, ['required'], '--tool-calls', '2', '--limit', '1'), { folder: newFolder() });
    const choices = chats({ received } as LoopbackServer).flatMap((request) =>
      request.tools === undefined ? [] : [request.tool_choice],
    );
    expect(choices).toEqual(['required', undefined, 'none']);
  });
});
