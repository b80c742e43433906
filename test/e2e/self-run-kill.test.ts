import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { start } from '../support/command.ts';
import { sebHere } from '../support/in-process.ts';
import { sqlitePlace } from '../support/killed-run.ts';
import { type Handler, type LoopbackServer, loopbackServer } from '../support/models/loopback-server.ts';
import { running, type ToolRequest, toolHandler, toolResults } from '../support/models/tool-server.ts';

let server: LoopbackServer | null = null;
afterEach(async () => {
  await server?.close();
  server = null;
});

const items = ['rivers', 'stones'].map((string, at) => ({
  ...{ id: `i${at}`, task: 'word', string, prompt: `Say one word about ${string}.`, properties: ['first-word'] },
}));

/** Requests that are answered of each item: without the tool, executed, the first turn, the inner session, the last turn. */
const callsOfItem = 5;

/** Which request the server leaves without an answer, and how many answers of an item are stored by then. */
const places: readonly (readonly [name: string, isHeld: (request: ToolRequest) => boolean, stored: number])[] = [
  ['the inner session', ({ model }) => model === 'small', 3],
  ['the turn after it', (request) => toolResults(request).length > 0, 4],
];

describe('seb run --tools, killed with SIGKILL', () => {
  it.each(places)(
    'is resumed in %s, and no answered call is sent again',
    async (_, isHeld, stored) => {
      server = await loopbackServer();
      const reply = toolHandler((request) => {
        if (request.tools === undefined) return 'apple';
        const [result] = toolResults(request);
        return (
          result ?? {
            calls: [running(items.find(({ string }) => JSON.stringify(request).includes(string))?.prompt ?? '')],
          }
        );
      });
      let holds = true;
      let answered = 0;
      const handle: Handler = (received, response) => {
        const isChat = received.path.endsWith('/chat/completions');
        if (isChat && holds && isHeld(JSON.parse(received.body) as ToolRequest)) return undefined; // never answered
        if (isChat) answered += 1;
        return reply(received, response);
      };
      server.handle(handle);
      const place = sqlitePlace();
      const file = join(place.folder, 'items.jsonl');
      writeFileSync(file, items.map((item) => JSON.stringify(item)).join('\n'));
      const { child, ended } = start(
        [
          ...['run', '--model', 'openai-compatible/m', '--base-url', `${server.url}/v1`, '--experiment', 'property'],
          ...['--items', `property=${file}`, '--tools', 'offered', '--executor', 'openai-compatible/small', '--json'],
        ],
        place,
      );
      while ((await place.stored()).size < stored * items.length) await sleep(100);
      child.kill('SIGKILL');
      expect((await ended).signal).toBe('SIGKILL');
      expect(answered).toBe(stored * items.length);
      holds = false;
      const resumed = await sebHere(['resume', 'latest'], { folder: place.folder });
      expect(resumed, resumed.stderr).toMatchObject({ code: 0 });
      expect(answered).toBe(callsOfItem * items.length);
      expect((await place.stored()).size).toBe(callsOfItem * items.length);
    },
    240_000,
  );
});
