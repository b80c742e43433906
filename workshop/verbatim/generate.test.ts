import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { verbatimItem } from '../../src/experiments/verbatim/items.ts';
import { canonicalJson, sha256 } from '../../src/util/canonical-json.ts';
import { generateVerbatim } from './generate.ts';

const folder = new URL('../../data/verbatim/', import.meta.url);
const shipped = readFileSync(new URL('items.jsonl', folder), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line));
const large = generateVerbatim(10_000);

test('reproduces the shipped pairs, whose sha256 is in SOURCE.md', () => {
  expect(shipped).toEqual(generateVerbatim(240));
  expect(readFileSync(new URL('SOURCE.md', folder), 'utf8')).toContain(sha256(canonicalJson(shipped)));
  expect(shipped.map((item) => verbatimItem.parse(item))).toHaveLength(240);
  expect(large.slice(0, 240)).toEqual(shipped);
});

test('generates 10,000 distinct pairs, and distinct prompts in the shipped set', () => {
  expect(new Set(large.map(({ inner, lead }) => JSON.stringify([inner, lead]))).size).toBe(10_000);
  expect(new Set(large.slice(0, 240).map(({ inner }) => inner)).size).toBe(240);
});

test('makes a lead similar to its prompt but never equal', () => {
  for (const { inner, lead } of large) {
    expect(lead).not.toBe(inner);
    const words = new Set(lead.split(/\W+/));
    const kept = inner.split(/\W+/).filter((word) => words.has(word)).length;
    expect(kept / inner.split(/\W+/).length, `${lead} | ${inner}`).toBeGreaterThanOrEqual(0.5);
  }
});

test('never uses the quotation mark of the published wording in a prompt', () => {
  expect(large.filter(({ inner }) => inner.includes("'"))).toEqual([]);
});
