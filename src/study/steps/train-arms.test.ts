import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { runSimulatedStudy } from '../../../test/support/study/run-simulated.ts';
import { shippedSet } from '../../data/shipped-datasets.ts';
import type { StudyDesign } from '../design/design.ts';
import { experimentOf } from '../design/study-experiment.ts';

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
});
