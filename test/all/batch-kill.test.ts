import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { batchJobs } from '../../src/answers/jobs/batch-job.ts';
import type { RunId } from '../../src/domain/run-config.ts';
import { openStore } from '../../src/store/open.ts';
import { type Random, randomInteger, seededRandom } from '../../src/util/random.ts';
import { FakeBatchHost } from '../support/batch/fake-batch-host.ts';

// The long form, 100 kills over 20 seeds of faults: SEB_KILLS=100 npx vitest run test/all/batch-kill.test.ts
const kills = Number(process.env.SEB_KILLS ?? 10);
const killsPerSeed = 5;
const seeds = Math.ceil(kills / killsPerSeed);
const limit = 30;
const calls = 2 * limit;
/** Moments of one run: before and after each upload, creation, list and poll. */
const moments = 14;

const script = fileURLToPath(new URL('../support/batch/batch-process.ts', import.meta.url));
const root = mkdtempSync(join(tmpdir(), 'seb-batch-kill-'));
afterAll(() => rmSync(root, { recursive: true }));

async function execute(args: readonly string[], killAt: Promise<void> | null) {
  const child = spawn(process.execPath, [script, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  void killAt?.then(() => child.kill('SIGKILL'));
  const [, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null];
  return { stdout, stderr, signal };
}

/** Resolves at a random moment of the work at the host, or while results are stored. */
function someMoment(host: FakeBatchHost, random: Random): Promise<void> {
  let left = 1 + randomInteger(random, moments);
  return new Promise((resolve) => {
    host.onMoment = async () => {
      left -= 1;
      if (left > 0) return;
      host.onMoment = () => {};
      sleep(randomInteger(random, 30)).then(resolve);
      await sleep(randomInteger(random, 15));
    };
  });
}

describe(`a run in batches, killed ${kills} times while its host shows ${seeds} seeds of faults`, () => {
  const seen = { kills: 0, lost: 0, adopted: 0, cuts: 0, executed: 0, twice: 0, failedLines: 0, jobs: 0 };
  afterAll(() => {
    if (process.env.SEB_KILLS !== undefined) process.stdout.write(`${JSON.stringify(seen)}\n`);
  });

  test.each(Array.from({ length: seeds }, (_, seed) => seed + 1))(
    'creates no batch twice and answers every call (seed %i)',
    async (seed) => {
      const random = seededRandom('batch kills', seed);
      const host = await FakeBatchHost.start({ seed });
      const location = join(root, `${seed}`, 'store.sqlite');
      const args = [location, host.baseUrl, String(limit)];
      for (let kill = 0; kill < killsPerSeed; kill += 1) {
        const { signal, stderr } = await execute(args, someMoment(host, random));
        expect(stderr).toBe('');
        if (signal === 'SIGKILL') seen.kills += 1;
        host.onMoment = () => {};
      }
      const last = await execute(args, null);
      expect(JSON.parse(last.stdout || '{}'), last.stderr).toEqual({
        status: 'finished',
        answered: calls,
        failed: 0,
        left: 0,
      });
      const store = await openStore(location);
      const run = (await store.runs())[0]?.id as RunId;
      const jobs = await batchJobs(store, run);
      const events = (await store.histories('batch')).map(({ event }) => event as { kind: string; adopted?: boolean });
      seen.adopted += events.filter(({ adopted }) => adopted === true).length;
      await store.close();
      const ids = jobs.flatMap(({ state }) => (state.kind === 'collected' ? [state] : []));
      expect(ids).toHaveLength(host.batches.length); // every job of the host is a job of ours, and each was collected
      expect(new Set(host.batches.map(({ metadata }) => JSON.stringify(metadata))).size).toBe(host.batches.length);
      expect(host.executed.size).toBe(calls);
      const twice = [...host.executed.values()].reduce((sum, times) => sum + times - 1, 0);
      expect(twice).toBe(0);
      expect(host.singleCalls).toBe(0);
      seen.lost += host.lostReplies;
      seen.cuts += host.cuts;
      seen.executed += host.executed.size;
      seen.twice += twice;
      seen.failedLines += host.failedLines;
      seen.jobs += host.batches.length;
      await host.server.close();
    },
    900_000,
  );
});
