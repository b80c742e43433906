import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seb, start } from '../support/command.ts';
import { type LoopbackServer, loopbackServer } from '../support/models/loopback-server.ts';
import { openAiWire, replies } from '../support/models/wire.ts';
import { startSlowServer } from '../support/slow-server.ts';

const newFolder = () => mkdtempSync(join(tmpdir(), 'seb-ending-'));

describe('seb run', () => {
  it('pauses at one or more SIGHUP, and keeps calls in flight', async () => {
    const folder = newFolder();
    const server = await startSlowServer();
    const options = ['--experiment', 'association', '--concurrency', '4'];
    const { child, said, ended } = start(['run', ...server.model, ...options], { folder });
    await Promise.all([said('calls ('), server.called]);
    child.kill('SIGHUP');
    await said('pausing');
    child.kill('SIGHUP'); // the system and the shell each send one
    const { code, stderr } = await ended;
    await server.close();
    expect({ code, resume: /paused; to continue: .* resume [0-9a-f]{12}/.test(stderr) }).toEqual({
      code: 130,
      resume: true,
    });
    const database = new DatabaseSync(join(folder, '.seb', 'store.sqlite'));
    const stored = database.prepare('select count(*) as count from answers').get()?.count;
    const sent = database.prepare("select record ->> '$.attempts' as attempts from endpoints").all();
    database.close();
    expect(sent).toEqual([{ attempts: stored }]);
  });

  it('ends with the error of a store that becomes unreachable, and the resume command', async () => {
    const folder = newFolder();
    const full = new URL('../support/full-disk.ts', import.meta.url).href;
    const environment = { NODE_OPTIONS: `--import ${full}`, SEB_TEST_DISK_FULL_AFTER: '12' };
    const { code, stderr } = await seb(
      ['run', '--model', 'simulated/ada', '--limit', '30', '--store', 'my store.sqlite'],
      {
        folder,
        environment,
      },
    );
    expect(stderr).toMatch(
      /seb: the store .* could not grow: the disk is full\n {5}.*to continue: .*seb resume [0-9a-f]{12} --store 'my store.sqlite'\n$/,
    );
    expect(stderr).not.toMatch(/ {4}at |internal error/);
    expect(code).toBe(1);
  });
});

describe('.env of the folder', () => {
  let server: LoopbackServer;
  beforeAll(async () => {
    server = await loopbackServer();
    server.handle(replies(200, openAiWire.answered));
  });
  afterAll(() => server.close());

  it('cannot redirect calls without a note', async () => {
    const folder = newFolder();
    writeFileSync(join(folder, '.env'), `SEB_BASE_URL=${server.url}/v1\n`);
    const args = ['run', '--model', 'openai-compatible/x', '--experiment', 'association', '--limit', '1', '--json'];
    const { stderr } = await seb(args, { folder });
    expect(stderr.split('\n')[0]).toBe(`note: .env in this folder sets the address SEB_BASE_URL=${server.url}/v1`);
    expect((await seb(['list'], { folder })).stderr).toBe('');
  });
});

describe('a password in the query of a store URL', () => {
  it('is not in any message or file', async () => {
    const folder = newFolder();
    for (const store of ['postgres://127.0.0.1:1/seb?user=u&password=canary', 'postgres:u:canary@127.0.0.1/seb']) {
      const { stdout, stderr, code } = await seb(['list', '--store', store], { folder });
      expect(code).toBe(1);
      expect(stdout + stderr).not.toContain('canary');
    }
    const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
    expect(names.join()).not.toContain('canary');
    for (const name of names.filter((each) => each.endsWith('.sqlite'))) {
      expect(readFileSync(join(folder, name), 'latin1')).not.toContain('canary');
    }
  });
});
