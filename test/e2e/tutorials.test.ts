import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { prepareRun } from '../../src/run/prepare/prepare.ts';
import { openStore } from '../../src/store/open.ts';
import { answeringServer } from '../support/answering-server.ts';
import { sebHere } from '../support/in-process.ts';
import type { LoopbackServer } from '../support/models/loopback-server.ts';
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

/** Returns the command lines of a page's `sh` blocks, in order. */
function commandsOf(page: string): readonly string[] {
  const text = readFileSync(fileURLToPath(new URL(`../../docs/tutorials/${page}.md`, import.meta.url)), 'utf8');
  return [...text.matchAll(/^```sh\n(.*?)^```$/gms)].flatMap(([, block = '']) => block.trim().split('\n'));
}

/** Splits a command line as a shell does, for words and single quotes. */
function wordsOf(line: string): readonly string[] {
  const url = line.startsWith('seb doctor') ? `${checked.url}/v1` : server.baseUrl;
  const [words = ''] = line.replace('$URL', url).split(' > ');
  return [...words.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');
}

describe.each([
  ['first-run', 8],
  ['own-model', 5],
  ['own-data', 6],
])('docs/tutorials/%s.md', (page, count) => {
  it('runs every command of the page', async () => {
    const folder = newFolder();
    const lines = commandsOf(page);
    expect(lines).toHaveLength(count);
    for (const line of lines) {
      if (!line.startsWith('seb ')) {
        execFileSync('bash', ['-e', '-c', line], { cwd: folder });
        continue;
      }
      const { code, stdout, stderr } = await sebHere(wordsOf(line).slice(1), { folder });
      expect(code, `${line}\n${stdout}\n${stderr}`).toBe(0);
    }
  });
});
