import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { sebHere } from '../../../test/support/in-process.ts';
import { runSimulatedStudy } from '../../../test/support/study/run-simulated.ts';
import { togetherFake } from '../../../test/support/train/fake-dialects.ts';
import { FakeHost } from '../../../test/support/train/fake-host.ts';
import { shippedSet } from '../../data/shipped-datasets.ts';
import { openStore } from '../../store/open.ts';
import type { StudyDesign } from '../design/design.ts';
import { experimentOf } from '../design/study-experiment.ts';
import { runStudy, type StudyOutcome } from './run-study.ts';

const folder = mkdtempSync(join(tmpdir(), 'seb-train-arms-'));
const items = join(folder, 'items.jsonl');
const animals = shippedSet([experimentOf({})], 'property/animals').items.slice(0, 150);
writeFileSync(items, animals.map((item) => JSON.stringify(item)).join('\n'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const once: StudyDesign = {
  targets: ['simulated/ann?private=0.8&skill=0.4', 'simulated/bob?private=0.8&skill=0.4'],
  arms: ['self', 'cross', 'scramble'],
  items,
  itemsPerTask: { train: 10, test: 25 },
  port: { port: 'simulated' },
  resamples: 100,
  samples: 2,
};

type CarryOut = (changes: Partial<StudyDesign>, resubmit: boolean) => Promise<StudyOutcome>;

describe('trainArms', () => {
  it('trains each arm once for each training seed, and keeps the jobs of a study without training seeds', async () => {
    const [plain, repeated] = [
      await runSimulatedStudy(once),
      await runSimulatedStudy({ ...once, trainingSeeds: [1, 2, 3] }),
    ];
    expect(plain.record.jobs).toHaveLength(8);
    expect(repeated.record.jobs).toHaveLength(24);
    expect(new Set(repeated.record.jobs.map(({ job }) => job)).size).toBe(24);
    const keysOf = ({ record }: typeof plain, seed: string) =>
      record.jobs.filter(({ arm }) => arm.endsWith(seed)).map(({ job }) => job);
    expect(keysOf(repeated, ', seed 1')).toEqual(keysOf(plain, ''));
    const trained = ({ result }: typeof plain) => result.pairs.find(({ arms }) => arms.length > 0);
    expect(trained(plain)?.trainings).toBe(1);
    expect(trained(repeated)?.trainings).toBe(3);
    expect(trained(repeated)?.arms.map(({ accuracies }) => accuracies.length)).toEqual(Array(8).fill(3));
  });

  describe('at a host that states prices in US dollars, with a budget', () => {
    const priced = async (
      words: readonly string[],
      run: (carryOut: CarryOut, host: FakeHost, store: string) => Promise<void>,
    ) => {
      const host = await FakeHost.start(togetherFake);
      host.words = words;
      const own = mkdtempSync(join(folder, 'priced-'));
      const store = await openStore(join(own, 'store.sqlite'));
      const hyperParameters = { epochs: 1, batchSize: 16, learningRate: 0.00002, loraRank: 32 };
      const design = {
        ...once,
        port: { port: 'together' as const, baseUrl: host.baseUrl, hyperParameters },
        budget: 9,
      };
      const context = { store, environment: { TOGETHER_API_KEY: 'x' }, folder: join(own, 'rows'), wait: false };
      const quiet = { stop: new AbortController().signal, onProgress: () => {}, note: () => {} };
      try {
        const carryOut: CarryOut = (changes, resubmit) =>
          runStudy({ ...design, ...changes }, { ...context, ...quiet, resubmit });
        await run(carryOut, host, join(own, 'store.sqlite'));
      } finally {
        await store.close();
        await host.server.close();
      }
    };

    it('starts only the jobs that the budget covers, again after a resume', async () => {
      await priced(['queued'], async (carryOut, host, store) => {
        await expect(carryOut({}, false)).rejects.toThrow('up to $2.50, and the budget is $1.50');
        expect(host.charges).toBe(3);
        await expect(carryOut({}, false)).rejects.toThrow('up to $2.50, and the budget is $1.50');
        expect(host.charges).toBe(3);
        const listed = (await sebHere(['train', 'list', '--store', store])).stdout.split('\n');
        expect(listed[0]).toMatch(/ rows +estimate +cost /);
        expect(listed.filter((line) => / waiting .* \$2\.50 \(host\) +unknown/.test(line))).toHaveLength(3);
        expect(listed.filter((line) => / not submitted yet .* unknown +none/.test(line))).toHaveLength(1);
        await carryOut({ budget: 100 }, false);
        expect(host.charges).toBe(8);
      });
    });

    it('trains a failed arm again where the user says so, as another attempt that counts', async () => {
      await priced(['error'], async (carryOut, host) => {
        await expect(carryOut({}, false)).rejects.toThrow('has failed');
        expect(host.charges).toBe(1);
        await expect(carryOut({}, false)).rejects.toThrow('has failed');
        expect(host.charges).toBe(1);
        await expect(carryOut({}, true)).rejects.toThrow('has failed');
        expect(host.charges).toBe(2);
        host.words = ['queued'];
        await expect(carryOut({}, true)).rejects.toThrow('up to $2.50, and the budget is $1.50');
        expect(host.charges).toBe(3);
      });
    });

    it('keeps the run whose answers it trained on: `seb rm` names the jobs and the cost, and needs --force', async () => {
      await priced(['queued'], async (carryOut, host, store) => {
        await carryOut({ budget: 100 }, false);
        expect(host.charges).toBe(8);
        const runs = JSON.parse((await sebHere(['list', '--store', store, '--json'])).stdout) as { run: string }[];
        const rm = (...args: string[]) => sebHere(['rm', ...args, '--store', store]);
        const tried = new Map<string, Awaited<ReturnType<typeof rm>>>();
        for (const { run } of runs) tried.set(run, await rm(run, '--dry-run'));
        const trained = [...tried].filter(([, { stdout }]) =>
          /8 jobs for up to \$20\.00/.test(stdout.replace(/\s+/g, ' ')),
        );
        expect([tried.size, trained.length]).toEqual([2, 1]); // the other run has the answers to the test items
        const [[id] = ['']] = trained;
        const refused = await rm(...runs.map(({ run }) => run));
        expect(refused.code).toBe(1);
        expect(refused.stderr).toMatch(
          /study [0-9a-f]{12} trained on the answers of run [0-9a-f]{12} \(8 jobs: [0-9a-f]{12}, /,
        );
        expect(refused.stderr.replace(/\s+/g, ' ')).toContain('8 jobs for up to $20.00');
        expect(JSON.parse((await sebHere(['list', '--store', store, '--json'])).stdout)).toHaveLength(2);
        expect((await rm(id, '--force')).stdout).toMatch(/removed run/);
      });
    });
  });
});
