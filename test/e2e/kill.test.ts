import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { randomInteger, seededRandom } from '../../src/util/random.ts';
import { type CommandOptions, type Started, seb, start } from '../support/command.ts';
import {
  callsAKill,
  estimates,
  expectEndsLike,
  expectKept,
  kills,
  newFolder,
  options,
  repeatedSince,
  resultOf,
  runArguments,
  type Stored,
  storedBeside,
  storedIn,
  undisturbed,
  unstored,
} from '../support/killed-run.ts';
import { type SimulatedServer, startSimulatedServer } from '../support/simulated-server.ts';
import { slowDisk } from '../support/slow-disk.ts';

// The long form, 200 kills of each kind: SEB_KILLS=200 npx vitest run test/e2e/kill.test.ts
let server: SimulatedServer;
let whole: { readonly run: string; readonly folder: string };
beforeAll(
  async () => {
    server = await startSimulatedServer(options, 12);
    whole = await undisturbed(server);
  },
  120_000 + kills * 20_000,
);
afterAll(() => server.close());

const patience = 120_000 + kills * 60_000;
const random = seededRandom('kills', kills);

/** After some requests, or (every fifth time) by the clock, which hits the start of the process too. */
async function someMoment(kill: number, ended: Promise<unknown>): Promise<void> {
  const moment =
    kill % 5 === 3 ? sleep(randomInteger(random, 1000)) : server.received(1 + randomInteger(random, callsAKill - 5));
  await Promise.race([moment, ended]);
  await sleep(randomInteger(random, 15));
}

const slow = slowDisk();
const disks: readonly (readonly [string, Omit<CommandOptions, 'folder'>])[] = [
  ['the disk as it is', {}],
  [`a slow disk (${slow.name})`, slow.options],
];

test.each(disks)(
  `killed ${kills} times on %s, a run ends with the numbers of an undisturbed one, and repeats only what was in flight`,
  async (_, disk) => {
    const folder = newFolder();
    const before = new Map(server.asked);
    const totalBefore = server.total();
    let kept: Stored = new Map();
    for (let kill = 1; kill <= kills; kill += 1) {
      const args = kept.size === 0 ? runArguments(server) : ['resume', whole.run, '--json'];
      const { child, ended } = start(args, { folder, ...disk });
      await someMoment(kill, ended);
      child.kill('SIGKILL');
      expect((await ended).signal).toBe('SIGKILL');
      const stored = storedIn(folder);
      expectKept(kept, stored);
      expect(server.total() - totalBefore - stored.size).toBeLessThanOrEqual(unstored * kill);
      kept = stored;
    }
    expect(kept.size).toBeGreaterThan(0);
    expect(kept.size).toBeLessThan(server.calls);
    await expectEndsLike(whole, { folder, kept, server });
    expect(repeatedSince(server, before)).toBeLessThanOrEqual(unstored * kills);
    expect(await estimates(folder)).toEqual(await estimates(whole.folder));
  },
  patience,
);

/** Starts what is missing of two processes for the same run, which of them gets it is not said. */
function race(racers: Set<Started>, folder: string): void {
  while (racers.size < 2) {
    const racer = start(runArguments(server), { folder });
    racers.add(racer);
    racer.ended.then(() => racers.delete(racer)); // most often told that the other has the run
  }
}

async function killed({ child, ended }: Started): Promise<void> {
  child.kill('SIGKILL');
  await ended;
}

test(
  `two processes race for a run, and one or the other is killed ${kills} times`,
  async () => {
    const folder = newFolder();
    const before = new Map(server.asked);
    const racers = new Set<Started>();
    let kept: Stored = new Map();
    try {
      for (let kill = 1; kill <= kills; kill += 1) {
        race(racers, folder);
        await someMoment(kill, Promise.all([...racers].map(({ ended }) => ended)));
        const victim = [...racers][randomInteger(random, racers.size)];
        if (victim !== undefined) await killed(victim);
        const stored = storedBeside(folder);
        expectKept(kept, stored);
        kept = stored;
      }
    } finally {
      await Promise.all([...racers].map(killed));
    }
    kept = storedBeside(folder);
    expect(kept.size).toBeGreaterThan(0);
    await expectEndsLike(whole, { folder, kept, server });
    expect(repeatedSince(server, before)).toBeLessThanOrEqual(unstored * (kills + 1));
    expect(await estimates(folder)).toEqual(await estimates(whole.folder));
  },
  patience,
);

test('Ctrl-C pauses, prints the command that resumes, and two processes do not share a run', async () => {
  const folder = newFolder();
  const before = new Map(server.asked);
  const first = start(runArguments(server), { folder });
  await server.received(20);
  const release = server.hold();
  const second = await seb(runArguments(server), { folder });
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
  const { run, status } = resultOf(paused);
  expect(status).toBe('paused');
  const resume = /go on with: seb (.*)$/m.exec(paused.stderr)?.[1];
  expect(resume).toBe(`resume ${run}`);
  const inStore = storedIn(folder).size;
  expect(inStore).toBeGreaterThan(0);
  expect(inStore).toBeLessThan(server.calls);

  const resumed = await seb([...(resume ?? '').split(' '), '--concurrency', '32', '--json'], { folder });
  expect(resumed.code).toBe(0);
  expect(resultOf(resumed)).toMatchObject({ run, status: 'finished' });
  expect(storedIn(folder).size).toBe(server.calls);
  expect(repeatedSince(server, before)).toBe(0);
}, 240_000);
