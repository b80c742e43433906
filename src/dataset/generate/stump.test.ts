import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { stumpItem } from '../../experiments/stump/items.ts';
import { canonicalJson, sha256 } from '../../util/canonical-json.ts';
import { generateStump } from './stump.ts';

const folder = new URL('../../../data/stump/', import.meta.url);
const shipped = readFileSync(new URL('items.jsonl', folder), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line));

test('the shipped topics are what the generator makes, and SOURCE.md names their sha256', () => {
  expect(shipped).toEqual(generateStump(50));
  expect(readFileSync(new URL('SOURCE.md', folder), 'utf8')).toContain(sha256(canonicalJson(shipped)));
  expect(shipped.map((item) => stumpItem.parse(item))).toHaveLength(50);
});

test('more items are the same topics with higher numbers, none twice', () => {
  const items = generateStump(10_000);
  expect(new Set(items.map(({ topic, number }) => `${topic} ${number}`)).size).toBe(10_000);
  expect(new Set(items.map(({ topic }) => topic)).size).toBe(50);
  expect(items.at(-1)?.number).toBe(200);
});
