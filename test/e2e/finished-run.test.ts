import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seb } from '../support/command.ts';
import { type SimulatedServer, startSimulatedServer } from '../support/simulated-server.ts';

const options = { experiment: ['restriction'], limit: 8 };

let server: SimulatedServer;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'seb-finished-'));
  server = await startSimulatedServer(options);
  await writeFile(
    join(folder, 'log-modules.mjs'),
    `import { registerHooks } from 'node:module';
     import { appendFileSync } from 'node:fs';
     const load = (url, context, next) => (appendFileSync(process.env.LOADED, url + '\\n'), next(url, context));
     registerHooks({ load });`,
  );
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

/** Executes a command and returns its output and the modules that it loaded. */
async function execute(args: readonly string[], name: string) {
  const file = join(folder, name);
  const environment = { LOADED: file, NODE_OPTIONS: `--import ${join(folder, 'log-modules.mjs')}` };
  const { code, stdout } = await seb(args, { folder, environment });
  expect(code).toBe(0);
  return { summary: JSON.parse(stdout), loaded: (await readFile(file, 'utf8')).trim().split('\n') };
}

/** What only sending and storing need. */
const forCalls = /\/undici\/|\/execute\/execute-calls|\/sqlite\/writer-thread/;

describe('a finished run', () => {
  it('prints its scores again without loading the modules for calls', async () => {
    const model = ['--model', 'openai-compatible/subject', '--base-url', server.baseUrl];
    const args = ['run', ...model, '--experiment', 'restriction', '--limit', '8', '--json'];
    const first = await execute(args, 'first.log');
    const again = await execute(args, 'again.log');
    expect(first.loaded.filter((url) => forCalls.test(url))).not.toEqual([]);
    expect(again.summary.calls).toMatchObject({ expected: server.calls, found: server.calls, answered: 0 });
    expect(again.summary.scores).toEqual(first.summary.scores);
    expect(again.loaded.filter((url) => /\/analyze\/summarize-run/.test(url))).toHaveLength(1);
    expect(again.loaded.filter((url) => forCalls.test(url))).toEqual([]);
  });
});

describe('a report of a log', () => {
  it('is printed without loading the database', async () => {
    const log = resolve('test/golden/logs/inspect/cancelled.eval');
    const { loaded } = await execute(['report', log, '--json'], 'log.log');
    expect(loaded.filter((url) => /\/recordings\/formats\/inspect/.test(url))).toHaveLength(1);
    expect(loaded.filter((url) => /\/kysely\/|\/sqlite\/|\/postgres\//.test(url))).toEqual([]);
  });
});
