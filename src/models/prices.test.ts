import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { costOf } from '../domain/price.ts';
import { modelPrice, nearestPriced, type PriceTable, priceOf, readPrices } from './prices.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'seb-prices-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function table(content: unknown): Promise<PriceTable> {
  const file = path.join(folder, 'prices.json');
  await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content));
  return await readPrices(file);
}

const modelsDev = {
  openai: {
    id: 'openai',
    name: 'OpenAI',
    models: {
      plain: { id: 'plain', limit: { context: 1000 }, cost: { input: 2, output: 8 } },
      cached: { cost: { input: 2, output: 8, cache_read: 0.5, reasoning: 8 } },
      apart: { cost: { input: 2, output: 8, reasoning: 20 } },
      odd: { cost: { input: 'free', output: 8 } },
      unpriced: {},
    },
  },
  'amazon-bedrock': { models: { 'x:0': { cost: { input: 1, output: 1 } } } },
  ollama: { models: { 'llama3.2': { cost: { input: 0, output: 0 } } } },
};

test('finds a listed price by its exact name', async () => {
  const prices = await table(modelsDev);
  expect(modelPrice(prices, 'openai/plain')).toMatchObject({
    kind: 'listed',
    price: { input: 2, output: 8, cachedInput: null },
  });
  expect(modelPrice(prices, 'openai/cached').price?.cachedInput).toBe(0.5);
  expect(modelPrice(prices, 'bedrock/x:0')).toMatchObject({ kind: 'listed' });
  expect(modelPrice(prices, 'ollama/llama3.2')).toMatchObject({ kind: 'listed', price: { input: 0 } });
});

test('reports an unknown price as unknown, not 0', async () => {
  const prices = await table(modelsDev);
  for (const name of [
    'openai/plain-2',
    'openai/unpriced',
    'openai/odd',
    'openai/apart',
    'anthropic/x',
    'vllm/x',
    'my-own/object',
    'x',
  ]) {
    expect(modelPrice(prices, name)).toEqual({ kind: 'unknown', price: null });
  }
});

test('reports in-process, recorded and simulated models as free, with the reason', async () => {
  const prices = await readPrices(null);
  for (const name of ['bundled/ada', 'gguf/x.gguf', 'replay/a1b2', 'simulated/sam']) {
    expect(modelPrice(prices, name)).toMatchObject({ kind: 'free', price: { input: 0, output: 0 } });
  }
  expect(modelPrice(prices, 'gguf/x.gguf')).toMatchObject({ why: 'runs in this process' });
});

test('charges cached tokens within the input once', async () => {
  const usage = { input: 1_000_000, cachedInput: 400_000, output: 500_000, reasoning: null, raw: null };
  const price = priceOf(await table(modelsDev), 'openai/cached');
  expect(costOf(usage, price)).toBeCloseTo(0.6 * 2 + 0.4 * 0.5 + 0.5 * 8, 10);
});

test.each(['{', '[]', '{"openai":{"models":[]}}', '{"openai":1}'])('refuses %s by name', async (content) => {
  await expect(table(content)).rejects.toThrow(/the price file .*prices\.json cannot be used/);
});

test('refuses a missing file', async () => {
  await expect(readPrices(path.join(folder, 'none.json'))).rejects.toThrow(/file not found: .*none\.json/);
});

test('ships a file that lists hosted models by exact name, with its date in its name and in SOURCE.md', async () => {
  const prices = await readPrices(null);
  const name = path.basename(prices.file);
  expect(name).toMatch(/^prices-20\d\d-\d\d-\d\d\.json$/);
  expect(await readFile(path.join(path.dirname(prices.file), 'SOURCE.md'), 'utf8')).toContain(name);
  for (const model of ['openai/gpt-4.1-mini', 'anthropic/claude-haiku-4-5', 'openrouter/openai/gpt-4.1-mini']) {
    expect(modelPrice(prices, model), model).toMatchObject({ kind: 'listed' });
  }
  for (const model of ['azure/gpt-4.1-mini', 'google/gemini-2.5-pro', 'deepseek/deepseek-chat']) {
    expect(modelPrice(prices, model), model).toEqual({ kind: 'unknown', price: null });
  }
  for (const { models } of Object.values(prices.providers)) {
    for (const [model, { cost }] of Object.entries(models)) expect(cost?.output, model).toBeGreaterThanOrEqual(0);
  }
});

describe('nearestPriced', () => {
  const models = { 'gpt-4.1-mini': { cost: { input: 1, output: 2 } }, 'o4-mini': {}, unpriced: {} };
  const table: PriceTable = { file: 'prices.json', providers: { openai: { models } } };

  it('returns the names that a model without a price probably means', () => {
    expect(nearestPriced(table, 'openai/gpt-4.1-minii')).toEqual(['openai/gpt-4.1-mini']);
  });

  it('is empty for a known name, with and without a price, for free models and for other providers', () => {
    for (const name of ['openai/gpt-4.1-mini', 'openai/unpriced', 'simulated/gpt-4.1-minii', 'ollama/gpt-4.1-minii'])
      expect(nearestPriced(table, name), name).toEqual([]);
  });
});
