import { copyFileSync, existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { randomInteger, seededRandom } from '../../src/util/random.ts';
import { type Ended, seb, start } from '../support/command.ts';
import { type SimulatedServer, startSimulatedServer } from '../support/simulated-server.ts';

// The long form: SEB_KILLS=40 npx vitest run test/e2e/kill.test.ts
const kills = Number(process.env.SEB_KILLS ?? 6);
const callsAKill = 45;
const itemsACall = 17; // calls of an item of each of the three experiments, two executions each
const concurrency = 4;
const unstored = 3 * concurrency; // calls between being sent and being stored
const options = { limit: Math.ceil(((kills + 1) * callsAKill) / itemsACall), samples: 2 };

let server: SimulatedServer;
beforeAll(async () => {
  server = await startSimulatedServer(options, 12);
});
afterAll(() => server.close());

function newFolder(): string {
  return mkdtempSync(join(tmpdir(), 'seb-kill-'));
}

function runArguments(): readonly string[] {
  const model = ['--model', 'openai-compatible/subject', '--base-url', server.baseUrl];
  const size = ['--limit', String(options.limit), '--samples', String(options.samples)];
  return ['run', ...model, ...size, '--concurrency', String(concurrency), '--json'];
}

/** Key and place of every answer in the store; looked at in a copy, so that the store is left as the kill left it. */
function storedIn(folder: string): ReadonlyMap<string, string> {
  const copy = join(newFolder(), 'copy.sqlite');
  const file = join(folder, '.seb', 'store.sqlite');
  if (!existsSync(file)) return new Map();
  for (const part of ['', '-wal']) if (existsSync(file + part)) copyFileSync(file + part, copy + part);
  const database = new DatabaseSync(copy);
  const tables = database.prepare("select 1 from sqlite_master where name = 'answers'").all();
  const rows = tables.length === 0 ? [] : database.prepare('select key, block, place from answers').all();
  database.close();
  expect(new Set(rows.map(({ key }) => key)).size).toBe(rows.length);
  return new Map(rows.map(({ key, block, place }) => [String(key), `${block} ${place}`]));
}

/** Requests beyond one a call: what was asked again. */
function repeatedSince(before: ReadonlyMap<string, number>): number {
  let repeated = 0;
  for (const [prompt, calls] of server.script.calls) {
    const asked = (server.asked.get(prompt) ?? 0) - (before.get(prompt) ?? 0);
    expect(asked).toBeGreaterThanOrEqual(calls); // two executions of one prompt are two calls
    repeated += asked - calls;
  }
  return repeated;
}

async function estimates(folder: string): Promise<unknown> {
  const { stdout, code } = await seb(['report', '--json'], { folder });
  expect(code).toBe(0);
  const report = JSON.parse(stdout) as { estimates: unknown[] };
  expect(report.estimates.length).toBeGreaterThan(30);
  return report.estimates;
}

function resultOf({ stdout }: Ended): unknown {
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '');
}

test(
  `killed ${kills} times, a run ends with the numbers of an undisturbed one, and repeats only what was under way`,
  async () => {
    const undisturbed = newFolder();
    const before = new Map(server.asked);
    const whole = await seb(runArguments(), { folder: undisturbed });
    expect(whole).toMatchObject({ code: 0, signal: null });
    const { run } = resultOf(whole) as { run: string };
    expect(repeatedSince(before)).toBe(0);
    expect(server.mostOpen()).toBeLessThanOrEqual(concurrency);
    expect(storedIn(undisturbed).size).toBe(server.calls);

    const folder = newFolder();
    const beforeKills = new Map(server.asked);
    const totalBefore = server.total();
    const random = seededRandom('kills', kills);
    let kept: ReadonlyMap<string, string> = new Map();
    for (let kill = 1; kill <= kills; kill += 1) {
      const { child, ended } = start(kept.size === 0 ? runArguments() : ['resume', run, '--json'], { folder });
      // after some requests, or (every fifth time) by the clock, which hits the start of the process too
      const moment =
        kill % 5 === 3
          ? sleep(randomInteger(random, 1000))
          : server.received(1 + randomInteger(random, callsAKill - 5));
      await Promise.race([moment, ended]);
      await sleep(randomInteger(random, 15));
      child.kill('SIGKILL');
      expect((await ended).signal).toBe('SIGKILL');
      const stored = storedIn(folder);
      for (const [key, place] of kept) expect(stored.get(key)).toBe(place);
      expect(server.total() - totalBefore - stored.size).toBeLessThanOrEqual(unstored * kill);
      kept = stored;
    }
    expect(kept.size).toBeGreaterThan(0);
    expect(kept.size).toBeLessThan(server.calls);

    const last = await seb(['resume', run, '--json'], { folder });
    expect(last).toMatchObject({ code: 0, signal: null });
    expect(resultOf(last)).toEqual({ run, status: 'finished' });
    const stored = storedIn(folder);
    expect([...stored.keys()].sort()).toEqual([...storedIn(undisturbed).keys()].sort());
    for (const [key, place] of kept) expect(stored.get(key)).toBe(place);
    expect(repeatedSince(beforeKills)).toBeLessThanOrEqual(unstored * kills);
    expect(await estimates(folder)).toEqual(await estimates(undisturbed));

    const total = server.total();
    const again = await seb(runArguments(), { folder });
    expect(again.code).toBe(0);
    expect(resultOf(again)).toEqual({ run, status: 'finished' });
    expect(server.total()).toBe(total);
  },
  120_000 + kills * 60_000,
);

test('Ctrl-C pauses, prints the command that resumes, and two processes do not share a run', async () => {
  const folder = newFolder();
  const before = new Map(server.asked);
  const first = start(runArguments(), { folder });
  await server.received(20);
  const release = server.hold();
  const second = await seb(runArguments(), { folder });
  expect(second.code).toBe(1);
  expect(second.stdout).toBe('');
  expect(second.stderr).toMatch(
    /^seb: another process is carrying out run [0-9a-f]{12}\n {5}wait for it or stop it; nothing was sent from here\n$/,
  );
  first.child.kill('SIGINT');
  await first.said('pausing');
  release(); // what is in flight comes in first: it is paid for
  const paused = await first.ended;
  expect(paused).toMatchObject({ code: 130, signal: null });
  const { run, status } = resultOf(paused) as { run: string; status: string };
  expect(status).toBe('paused');
  const resume = /go on with: seb (.*)$/m.exec(paused.stderr)?.[1];
  expect(resume).toBe(`resume ${run}`);
  const inStore = storedIn(folder).size;
  expect(inStore).toBeGreaterThan(0);
  expect(inStore).toBeLessThan(server.calls);

  const resumed = await seb([...(resume ?? '').split(' '), '--concurrency', '32', '--json'], { folder });
  expect(resumed.code).toBe(0);
  expect(resultOf(resumed)).toEqual({ run, status: 'finished' });
  expect(storedIn(folder).size).toBe(server.calls);
  expect(repeatedSince(before)).toBe(0);
}, 240_000);
