import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { generateDataset } from '../../dataset/generate-dataset.ts';
import { canonicalJson, sha256 } from '../../util/canonical-json.ts';
import { shippedExperiments } from '../registry.ts';
import { generateStump } from './generate.ts';
import { stumpItem } from './items.ts';

const folder = new URL('../../../data/stump/', import.meta.url);
const shipped = readFileSync(new URL('items.jsonl', folder), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line));

test('reproduces the shipped topics, whose sha256 is in SOURCE.md', () => {
  expect(shipped).toEqual(generateStump(50));
  expect(readFileSync(new URL('SOURCE.md', folder), 'utf8')).toContain(sha256(canonicalJson(shipped)));
  expect(shipped.map((item) => stumpItem.parse(item))).toHaveLength(50);
});

test('repeats the topics with higher numbers for more items', () => {
  const items = generateStump(10_000);
  expect(new Set(items.map(({ topic, number }) => `${topic} ${number}`)).size).toBe(10_000);
  expect(new Set(items.map(({ topic }) => topic)).size).toBe(50);
  expect(items.at(-1)?.number).toBe(200);
});

test('alternates given topics, which only stump accepts', async () => {
  expect(generateStump(3, ['chess', 'rivers']).map(({ topic, number }) => `${topic} ${number}`)).toEqual([
    ...['chess 1', 'rivers 1', 'chess 2'],
  ]);
  const { name, items } = await generateDataset(shippedExperiments.stump, 3, { topics: ['chess'] });
  expect([name, items.length]).toEqual(['stump (generated, 3 items, given topics)', 3]);
  await expect(generateDataset(shippedExperiments.verbatim, 3, { topics: ['chess'] })).rejects.toMatchObject({
    code: 'no-topics',
  });
  for (const topics of [[], ['chess', 'chess'], [' ']]) {
    await expect(generateDataset(shippedExperiments.stump, 3, { topics })).rejects.toMatchObject({
      code: 'bad-topics',
    });
  }
});
