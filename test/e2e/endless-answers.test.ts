import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { dryRun } from '../../src/answers/plan/dry-run.ts';
import { itemTasks } from '../../src/answers/plan/item-task.ts';
import { prepareRun } from '../../src/answers/prepare/prepare.ts';
import { association } from '../../src/experiments/association/index.ts';
import { defineExperiment } from '../../src/experiments/registry.ts';
import { openStore } from '../../src/store/open.ts';

const folder = mkdtempSync(join(tmpdir(), 'seb-endless-'));
const store = await openStore(join(folder, 'store.sqlite'));
afterAll(() => store.close());

const price = { input: 1, output: 2 };
const prices = join(folder, 'prices.json');
writeFileSync(prices, JSON.stringify({ vllm: { models: { m: { cost: price } } } }));
const items = join(folder, 'items.jsonl');
writeFileSync(items, '{"id": "a", "target": "a", "options": ["stone", "water", "cloud"]}\n\n');

const slots = {
  ...association.slots,
  forecast: { kind: 'predict', maxOutputTokens: 100 },
  execute: { kind: 'behave' },
} as const;
const mine = defineExperiment({ ...association, name: 'mine', slots });
const asked = { model: ['vllm/m'], experiment: ['mine'], items: { mine: items }, prices };
const prepared = (more: { readonly budget?: number; readonly maxOutputTokens?: number }) =>
  prepareRun({ ...asked, ...more }, { experiments: [mine] }, store);

test('reports the cost of answers without a limit as unknown, not 0', async () => {
  const { config, experiments, datasets } = await prepared({});
  const [prediction] = dryRun(itemTasks(config, experiments, datasets), () => ({ ...price, cachedInput: null }));
  expect(prediction).toMatchObject({ calls: 2, outputTokensLow: 250, outputTokensHigh: null, dollarsHigh: null });
  expect(prediction?.dollarsLow).toBeGreaterThan((250 * price.output) / 1e6);
});

test('refuses a budget if an answer has no limit', async () => {
  await expect(prepared({ budget: 1 })).rejects.toMatchObject({
    code: 'no-output-limit',
    message: expect.stringContaining('mine (execute)'),
  });
  expect((await prepared({ budget: 1, maxOutputTokens: 50 })).settings.budget).toBe(1);
});
