import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { canonicalJson, sha256 } from '../../../util/canonical-json.ts';
import { verbatimItem } from '../items.ts';
import { generateVerbatim } from './generate.ts';

const folder = new URL('../../../../data/verbatim/', import.meta.url);
const shipped = readFileSync(new URL('items.jsonl', folder), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line));
const large = generateVerbatim(10_000);

test('the shipped pairs are what the generator makes, and SOURCE.md names their sha256', () => {
  expect(shipped).toEqual(generateVerbatim(240));
  expect(readFileSync(new URL('SOURCE.md', folder), 'utf8')).toContain(sha256(canonicalJson(shipped)));
  expect(shipped.map((item) => verbatimItem.parse(item))).toHaveLength(240);
  expect(large.slice(0, 240)).toEqual(shipped);
});

test('10,000 pairs are distinct and the shipped prompts are too', () => {
  expect(new Set(large.map(({ inner, lead }) => JSON.stringify([inner, lead]))).size).toBe(10_000);
  expect(new Set(large.slice(0, 240).map(({ inner }) => inner)).size).toBe(240);
});

test('a lead is near its prompt and never equal to it', () => {
  for (const { inner, lead } of large) {
    expect(lead).not.toBe(inner);
    const words = new Set(lead.split(/\W+/));
    const kept = inner.split(/\W+/).filter((word) => words.has(word)).length;
    expect(kept / inner.split(/\W+/).length, `${lead} | ${inner}`).toBeGreaterThanOrEqual(0.5);
  }
});

test('a prompt quotes nothing with the mark that the published wording quotes it with', () => {
  expect(large.filter(({ inner }) => inner.includes("'"))).toEqual([]);
});
