import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { randomInteger, seededRandom } from '../../src/util/random.ts';
import { type CommandOptions, type Started, seb, start } from '../support/command.ts';
import {
  callsAKill,
  estimates,
  expectEndsLike,
  expectKept,
  type KillPlace,
  kills,
  options,
  postgresPlace,
  repeatedSince,
  resultOf,
  resumeArguments,
  runArguments,
  type Stored,
  sqlitePlace,
  storedBeside,
  undisturbed,
  unstored,
  type WholeRun,
} from '../support/killed-run.ts';
import { startPostgres, type TestPostgres } from '../support/postgres.ts';
import { type SimulatedServer, startSimulatedServer } from '../support/simulated-server.ts';
import { slowDisk } from '../support/slow-disk.ts';

// The long form, 200 kills of each kind: SEB_KILLS=200 npx vitest run test/all/kill.test.ts
let server: SimulatedServer;
let postgres: TestPostgres;
let whole: WholeRun;
beforeAll(
  async () => {
    postgres = await startPostgres();
    server = await startSimulatedServer(options, 12);
    whole = await undisturbed(server);
  },
  240_000 + kills * 40_000,
);
afterAll(async () => {
  await server.close();
  await postgres.stop();
});

const patience = 240_000 + kills * 120_000;
const random = seededRandom('kills', kills);

/**
 * Resolves after some requests, or (every fifth time) after some time, which may hit the start of the process; a fast
 * machine must not finish the run in that time.
 */
async function someMoment(kill: number, ended: Promise<unknown>): Promise<void> {
  const most = callsAKill - 5;
  const moment =
    kill % 5 === 3
      ? Promise.race([sleep(randomInteger(random, 1000)), server.received(most)])
      : server.received(1 + randomInteger(random, most));
  await Promise.race([moment, ended]);
  await sleep(randomInteger(random, 15));
}

const slow = slowDisk();

interface Scene {
  readonly name: string;
  readonly place: () => KillPlace | Promise<KillPlace>;
  readonly command: Omit<CommandOptions, 'folder'>;
}

const scenes: readonly Scene[] = [
  { name: 'SQLite', place: sqlitePlace, command: {} },
  { name: `SQLite on a slow disk (${slow.name})`, place: sqlitePlace, command: slow.options },
  { name: 'PostgreSQL', place: async () => postgresPlace(await postgres.database('killed')), command: {} },
];

/** Starts processes for the same run until there are two. Either may get the run. */
function startMissing(competitors: Set<Started>, place: KillPlace): void {
  while (competitors.size < 2) {
    const competitor = start(runArguments(server, place), place);
    competitors.add(competitor);
    competitor.ended.then(() => competitors.delete(competitor)); // mostly because the other has the run
  }
}

async function killed({ child, ended }: Started): Promise<void> {
  child.kill('SIGKILL');
  await ended;
}

describe('seb run', () => {
  it.each(scenes)(
    `ends with the numbers of an undisturbed run after ${kills} kills on $name, and repeats only what was in flight`,
    async ({ place: newPlace, command }) => {
      const place = await newPlace();
      const before = new Map(server.asked);
      const totalBefore = server.total();
      let kept: Stored = new Map();
      for (let kill = 1; kill <= kills; kill += 1) {
        const args = kept.size === 0 ? runArguments(server, place) : resumeArguments(whole.run, place);
        const { child, ended } = start(args, { folder: place.folder, ...command });
        await someMoment(kill, ended);
        child.kill('SIGKILL');
        expect((await ended).signal).toBe('SIGKILL');
        const stored = await place.stored();
        expectKept(kept, stored);
        expect(server.total() - totalBefore - stored.size).toBeLessThanOrEqual(unstored * kill);
        kept = stored;
      }
      expect(kept.size).toBeGreaterThan(0);
      expect(kept.size).toBeLessThan(server.calls);
      await expectEndsLike(whole, { place, kept, server });
      expect(repeatedSince(server, before)).toBeLessThanOrEqual(unstored * kills);
      expect(await estimates(place)).toEqual(whole.estimates);
    },
    patience,
  );

  it(
    `keeps every answer when one of two processes that race for a run is killed ${kills} times`,
    async () => {
      const place = sqlitePlace();
      const before = new Map(server.asked);
      const competitors = new Set<Started>();
      let kept: Stored = new Map();
      try {
        for (let kill = 1; kill <= kills; kill += 1) {
          startMissing(competitors, place);
          await someMoment(kill, Promise.all([...competitors].map(({ ended }) => ended)));
          const victim = [...competitors][randomInteger(random, competitors.size)];
          if (victim !== undefined) await killed(victim);
          const stored = storedBeside(place);
          expectKept(kept, stored);
          kept = stored;
        }
      } finally {
        await Promise.all([...competitors].map(killed));
      }
      kept = storedBeside(place);
      expect(kept.size).toBeGreaterThan(0);
      await expectEndsLike(whole, { place, kept, server });
      expect(repeatedSince(server, before)).toBeLessThanOrEqual(unstored * (kills + 1));
      expect(await estimates(place)).toEqual(whole.estimates);
    },
    patience,
  );

  it('pauses on Ctrl-C, prints the command that resumes, and is refused while another process has the run', async () => {
    const place = sqlitePlace();
    const before = new Map(server.asked);
    const first = start(runArguments(server, place), place);
    await server.received(20);
    const release = server.hold();
    const second = await seb(runArguments(server, place), place);
    expect(second.code).toBe(1);
    expect(JSON.parse(second.stdout)).toMatchObject({ kind: 'failed', code: 'run-busy' });
    expect(second.stderr).toMatch(
      /^seb: a second process is executing run [0-9a-f]{12}\n {5}wait for it or stop it; this process sent nothing\n$/,
    );
    first.child.kill('SIGINT');
    await first.said('pausing');
    release(); // what is in flight comes in first: it is paid for
    const paused = await first.ended;
    expect(paused).toMatchObject({ code: 130, signal: null });
    const { run, status } = resultOf(paused);
    expect(status).toBe('paused');
    const resume = /to continue: seb (.*)$/m.exec(paused.stderr)?.[1];
    expect(resume).toBe(`resume ${run}`);
    const inStore = (await place.stored()).size;
    expect(inStore).toBeGreaterThan(0);
    expect(inStore).toBeLessThan(server.calls);

    const resumed = await seb([...(resume ?? '').split(' '), '--concurrency', '32', '--json'], place);
    expect(resumed.code).toBe(0);
    expect(resultOf(resumed)).toMatchObject({ run, status: 'finished' });
    expect((await place.stored()).size).toBe(server.calls);
    expect(repeatedSince(server, before)).toBe(0);
  }, 480_000);
});
