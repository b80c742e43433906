import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { FakeBatchHost } from '../support/batch/fake-batch-host.ts';
import { sebHere } from '../support/in-process.ts';
import { completion } from '../support/models/completion.ts';
import { type LoopbackServer, loopbackServer, sendJson } from '../support/models/loopback-server.ts';
import { startPostgres } from '../support/postgres.ts';
import { openAiFake } from '../support/train/fake-dialects.ts';
import { FakeHost } from '../support/train/fake-host.ts';

const root = mkdtempSync(join(tmpdir(), 'seb-foreign-'));
afterAll(() => rmSync(root, { recursive: true }));
const key = 'sk-of-the-user';

/** Returns `seb` for the user who made a store, and for a second user, who got it. */
function usersOf(name: string, store = join(root, `${name}.sqlite`)) {
  const folder = join(root, name);
  const as =
    (user: string) =>
    async (args: readonly string[], environment: Readonly<Record<string, string>> = {}) => {
      const variables = {
        ...{ MY_KEY: key, OPENAI_API_KEY: key, SEB_STORE: store, XDG_STATE_HOME: `${folder}-${user}` },
        ...environment,
      };
      for (const [variable, value] of Object.entries(variables)) vi.stubEnv(variable, value);
      try {
        return await sebHere(args, { folder: root });
      } finally {
        vi.unstubAllEnvs();
      }
    };
  return { maker: as('maker'), receiver: as('receiver') };
}

type AsUser = ReturnType<typeof usersOf>['maker'];

/**
 * Checks that a command on a store of a second user sends no key to the address of the store, and that it sends it once the
 * user allows that, then without a question.
 */
async function expectRefusal(
  { received }: Pick<LoopbackServer, 'received'>,
  user: AsUser,
  args: readonly string[],
): Promise<void> {
  const before = received.length;
  const refused = await user(args);
  expect(refused.code).toBe(1);
  expect(refused.stderr).toMatch(
    /decides that the key in \w+ is sent to http:\S+, and this user has not sent it there/,
  );
  expect(received.length).toBe(before);
  const allow = /export SEB_ALLOW_KEY=(\S+) once/.exec(refused.stderr.replace(/\s+/g, ' '))?.[1] ?? '';
  const allowed = await user(args, { SEB_ALLOW_KEY: allow });
  expect(allowed.stderr).not.toContain('decides that');
  expect(received.length).toBeGreaterThan(before);
  expect(received.slice(before).some(({ headers }) => String(headers.authorization).includes(key))).toBe(true);
  expect((await user(args)).stderr).not.toContain('decides that');
}

const run = (url: string) => [
  ...['run', '--model', 'openai-compatible/x', '--experiment', 'association', '--limit', '1'],
  ...['--base-url', url, '--api-key-variable', 'MY_KEY'],
];

describe('a store from elsewhere', () => {
  it('does not decide where a key goes in seb resume; the own store does', async () => {
    const server = await loopbackServer();
    server.handle((_, response) => sendJson(response, 401, { error: { message: 'no' } }));
    const { maker, receiver } = usersOf('resume');
    expect((await maker(run(`${server.url}/v1`))).code).toBe(1);
    expect((await maker(['resume', 'latest'])).stderr).not.toContain('decides that');
    await expectRefusal(server, receiver, ['resume', 'latest']);
    const elsewhere = await loopbackServer();
    elsewhere.handle((_, response) => sendJson(response, 200, completion('{"words": []}')));
    const moved = ['resume', 'latest', '--base-url', `${elsewhere.url}/v1`];
    expect((await receiver(moved)).stderr).toContain(`SEB_ALLOW_KEY=MY_KEY=${elsewhere.url}/v1`); // the store names the key
    expect(elsewhere.received).toEqual([]);
    expect((await receiver([...moved, '--api-key-variable', 'MY_KEY'])).stderr).not.toContain('decides that');
    expect(elsewhere.received.length).toBeGreaterThan(0);
    await Promise.all([server.close(), elsewhere.close()]);
  }, 120_000);

  it('does not decide where a key goes in seb collect', async () => {
    const host = await FakeBatchHost.start();
    const { maker, receiver } = usersOf('collect');
    expect((await maker([...run(host.baseUrl), '--batch'])).code).toBe(0);
    await expectRefusal(host.server, receiver, ['collect']);
    await host.server.close();
  }, 120_000);

  it('does not decide where a key goes in seb train collect and seb train cancel', async () => {
    const host = await FakeHost.start(openAiFake);
    const executed = [...['run', '--experiment', 'property', '--model', 'simulated/ada'], ...['--limit', '80']];
    const store = ['--store', join(root, 'train.sqlite')];
    expect((await sebHere([...executed, ...store], { folder: root })).code).toBe(0);
    expect(
      await sebHere(['train', 'rows', '--run', 'latest', '--arm', 'self', '--out', 'rows', ...store], { folder: root }),
    ).toMatchObject({ code: 0 });
    const { maker, receiver } = usersOf('train');
    const start = ['train', 'start', '--rows', 'rows', '--base', 'openai/gpt-x', '--port', 'openai'];
    const started = await maker([...start, '--base-url', host.baseUrl, '--no-wait', '--json']);
    const job = (JSON.parse(started.stdout) as { key: string }).key;
    expect((await maker(['train', 'collect', job])).code).toBe(0);
    await expectRefusal(host.server, receiver, ['train', 'collect', job]);
    const { receiver: third } = usersOf('train');
    rmSync(join(root, 'train-receiver'), { recursive: true });
    const before = host.server.received.length;
    expect((await third(['train', 'cancel', job])).stderr).toContain('decides that');
    expect(host.server.received.length).toBe(before);
    await host.server.close();
  }, 120_000);
});

describe('a shared store', () => {
  it('does not decide where a key goes in seb worker', async () => {
    const postgres = await startPostgres();
    const location = await postgres.database('shared');
    const server = await loopbackServer();
    server.handle((_, response) => sendJson(response, 200, completion('{"words": []}')));
    const { maker, receiver } = usersOf('worker', location);
    expect((await maker([...run(`${server.url}/v1`), '--queue'])).code).toBe(0);
    const before = server.received.length;
    const refused = await receiver(['worker']);
    expect(refused.stderr.replace(/\s+/g, ' ')).toMatch(/the store decides that the key in MY_KEY is sent to http:\S+/);
    expect(refused.code).not.toBe(0);
    expect(server.received.length).toBe(before);
    const allowed = await receiver(['worker'], { SEB_ALLOW_KEY: `MY_KEY=${server.url}/v1` });
    expect(allowed.stderr).not.toContain('decides that');
    expect(server.received.length).toBeGreaterThan(before);
    await server.close();
    await postgres.stop();
  }, 120_000);
});

describe('a study in JSON from elsewhere', () => {
  it('does not decide where a key goes', async () => {
    const server = await loopbackServer();
    server.handle((_, response) => sendJson(response, 401, { error: { message: 'no' } }));
    const design = {
      targets: ['openai-compatible/x', 'openai-compatible/y'],
      ...{ arms: ['untrained', 'self', 'cross'], port: { port: 'simulated' } },
      baseUrl: `${server.url}/v1`,
      apiKeyVariable: 'MY_KEY',
    };
    writeFileSync(join(root, 'design.json'), JSON.stringify(design));
    await expectRefusal(server, usersOf('study').receiver, ['study', 'introspection', 'design.json']);
    await server.close();
  }, 120_000);
});
