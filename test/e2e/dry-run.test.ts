import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { sebHere } from '../support/in-process.ts';

const dryRun = (...args: readonly string[]) => {
  const store = join(mkdtempSync(join(tmpdir(), 'seb-dry-')), 'store.sqlite');
  return sebHere(['run', '--model', 'simulated/ada', 'simulated/bo', '--dry-run', '--store', store, ...args]);
};

const schema = z.object({
  calls: z.int().min(1),
  detectable: z.object({
    power: z.literal(0.8),
    level: z.literal(0.95),
    assumption: z.string().min(20),
    experiments: z.array(
      z.object({
        experiment: z.string(),
        groups: z.int(),
        difference: z.number().nullable(),
        reason: z.string().optional(),
      }),
    ),
  }),
});

test('says the smallest difference that the planned items can tell, and what that assumes', async () => {
  const { code, stdout } = await dryRun('--experiment', 'association', 'stump', '--limit', '25');
  expect(code).toBe(0);
  // 2.8016 * sqrt(1/2) / 5
  expect(stdout).toMatch(/ {2}association: \.396, 25 groups of items\n/);
  expect(stdout).toMatch(/ {2}stump: n\/a \(each model writes its own questions\)/);
  expect(stdout).not.toContain('--prices'); // what is simulated is free
  expect(stdout).toMatch(/power 0\.8 by the normal formula, level 5 %/);
  expect(stdout.trimEnd().split('\n').at(-1)).toMatch(/assumes the worst case: .*independently of each other\.$/);
});

test('the same as JSON; of few items there is none', async () => {
  const { stdout } = await dryRun('--experiment', 'association', '--limit', '5', '--json');
  const { detectable } = schema.parse(JSON.parse(stdout));
  expect(detectable.experiments).toEqual([
    { experiment: 'association', groups: 5, difference: null, reason: 'fewer than 6 groups' },
  ]);
  const more = schema.parse(JSON.parse((await dryRun('--limit', '12', '--json')).stdout));
  const { groups, difference } =
    more.detectable.experiments.find(({ experiment }) => experiment === 'restriction') ?? {};
  expect(groups).toBe(6); // contrast pairs
  expect(difference).toBeCloseTo((2.801585 * Math.SQRT1_2) / Math.sqrt(6), 5);
});
