import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { stumpItem } from '../src/experiments/stump/items.ts';
import { canonicalJson, sha256 } from '../src/util/canonical-json.ts';
import { generateStump } from './stump.ts';

const folder = new URL('../data/stump/', import.meta.url);
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

test('alternates given topics', () => {
  expect(generateStump(3, ['chess', 'rivers']).map(({ topic, number }) => `${topic} ${number}`)).toEqual([
    ...['chess 1', 'rivers 1', 'chess 2'],
  ]);
});
