import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { prepareRun } from '../../src/answers/prepare/prepare.ts';
import { openStore } from '../../src/store/open.ts';
import { answeringServer } from '../support/answering-server.ts';
import type { LoopbackServer } from '../support/models/loopback-server.ts';
import { commandsOf, executeLines } from '../support/page-commands.ts';
import { type RecordedServer, scriptOf, startRecordedServer } from '../support/recorded-server.ts';
import { newFolder, newStore } from '../support/refusal.ts';

// Executes the commands of the tutorials in the order in which a reader types them.

vi.setConfig({ testTimeout: 300_000 });

let server: RecordedServer;
/** Answers what the recorded server does not know: the short call of `seb doctor`. */
let checked: LoopbackServer;
beforeAll(async () => {
  const store = await openStore(newStore());
  const prepared = await prepareRun({ model: ['simulated/ada?self=0.5'], limit: 12 }, {}, store);
  await store.close();
  const [opened] = prepared.models.values();
  if (opened === undefined) throw new Error('one model was named');
  server = await startRecordedServer(new Map([['my-model', (await scriptOf(prepared, opened.model)).replies]]));
  checked = await answeringServer();
}, 60_000);
afterAll(async () => {
  await server.close();
  await checked.close();
});

/** Names the server that a command of the page is sent to. */
function addressed(line: string): string {
  return line.replace('$URL', line.startsWith('seb doctor') ? `${checked.url}/v1` : server.baseUrl);
}

describe('README.md', () => {
  it('runs every command of its block from top to bottom', async () => {
    const lines = commandsOf('../README.md');
    expect(lines).toHaveLength(6);
    await executeLines(lines, newFolder());
  }, 900_000); // runs the demonstration
});

describe.each([
  ['first-run', 8],
  ['own-model', 5],
  ['own-data', 12],
])('docs/tutorials/%s.md', (page, count) => {
  it('runs every command of the page', async () => {
    const lines = commandsOf(`tutorials/${page}.md`);
    expect(lines).toHaveLength(count);
    await executeLines(lines.map(addressed), newFolder());
  });
});
