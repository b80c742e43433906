import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import type { TrainingJobKey } from '../../src/store/event.ts';
import { openStore } from '../../src/store/open.ts';
import { jobHistory } from '../../src/train/jobs/job-journal.ts';
import { type Random, randomInteger, seededRandom } from '../../src/util/random.ts';
import { openAiFake } from '../support/train/fake-dialects.ts';
import { FakeHost, type Fault, type Operation } from '../support/train/fake-host.ts';

// The long form: SEB_TRAINING_KILLS=200 npx vitest run test/all/training-kill.test.ts
const kills = Number(process.env.SEB_TRAINING_KILLS ?? 20);
const killsPerJob = 5;
/** Moments of a fault-free job: before and after each request to the host. */
const momentsPerJob = 18;

const script = fileURLToPath(new URL('../support/training-process.ts', import.meta.url));
const root = mkdtempSync(join(tmpdir(), 'seb-training-kill-'));
afterAll(() => rmSync(root, { recursive: true }));

interface Process {
  readonly child: ChildProcess;
  readonly ended: Promise<{ readonly signal: NodeJS.Signals | null; readonly stdout: string; readonly stderr: string }>;
}

function start(args: readonly string[]): Process {
  const child = spawn(process.execPath, [script, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const ended = new Promise<Awaited<Process['ended']>>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (_, signal) => resolve({ signal, stdout, stderr }));
  });
  return { child, ended };
}

/** Replies that are lost, arrive twice, or report 500 although the request was executed. */
const faults: readonly Fault[] = ['lost', 'doubled', 'error-after', 'unavailable'];
const operations: readonly Operation[] = ['create', 'create', 'upload', 'list', 'job'];

function pick<Value>(values: readonly Value[], random: Random): Value {
  return values[randomInteger(random, values.length)] as Value; // in range
}

/** Resolves at a random moment of the work at the host, give or take a few milliseconds. */
function someMoment(host: FakeHost, random: Random): Promise<void> {
  let left = randomInteger(random, momentsPerJob);
  return new Promise((resolve) => {
    host.onMoment = async () => {
      left -= 1;
      if (left > 0) return;
      host.onMoment = () => {};
      sleep(randomInteger(random, 12)).then(resolve);
      await sleep(randomInteger(random, 12)); // the kill comes before, during or after the request
    };
  });
}

async function kinds(location: string, key: TrainingJobKey): Promise<readonly string[]> {
  const store = await openStore(location);
  const history = await jobHistory(store, key);
  await store.close();
  return history.map(({ event }) => event.kind);
}

describe('a training job', () => {
  test(
    `is charged once when its process is killed at ${kills} moments and the host's replies are lost or doubled`,
    async () => {
      const random = seededRandom('training kills', kills);
      let killed = 0;
      for (let number = 1; killed < kills; number += 1) {
        const host = await FakeHost.start(openAiFake);
        const location = join(root, `${number}`, 'store.sqlite');
        const args = [location, host.baseUrl, String(number)];
        for (let kill = 0; kill < killsPerJob && killed < kills; kill += 1) {
          host.fail(pick(operations, random), pick(faults, random));
          const moment = someMoment(host, random);
          const victim = start(args);
          const rival = kill % 3 === 2 ? start(args) : null; // a second process for the same job
          await Promise.race([moment, victim.ended]);
          victim.child.kill('SIGKILL');
          const { signal, stderr } = await victim.ended;
          expect(stderr).toBe('');
          if (signal === 'SIGKILL') killed += 1;
          else if (rival === null) break; // the job had ended before that moment
          host.onMoment = () => {};
          const other = await rival?.ended;
          if (other !== undefined) expect(other.stdout).toMatch(/"kind":"succeeded"|"refused":"job-(busy|taken)"/);
          expect(host.charges).toBeLessThanOrEqual(1);
        }
        host.onMoment = () => {};
        const last = await start(args).ended;
        const { key, state } = JSON.parse(last.stdout || '{}') as { key: TrainingJobKey; state: { kind: string } };
        expect(state, last.stderr).toMatchObject({ kind: 'succeeded' });
        expect(host.charges).toBe(1);
        expect(host.jobs).toHaveLength(1);
        const events = await kinds(location, key);
        expect(events.filter((kind) => kind === 'succeeded')).toHaveLength(1);
        expect(events.filter((kind) => kind === 'submitted')).toHaveLength(1);
        await host.server.close();
      }
      expect(killed).toBe(kills);
    },
    120_000 + kills * 15_000,
  );
});
