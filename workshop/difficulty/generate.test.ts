import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { letters } from '../../src/domain/question.ts';
import { difficultyItem } from '../../src/experiments/difficulty/items.ts';
import { canonicalJson, sha256 } from '../../src/util/canonical-json.ts';
import { generateDifficulty } from './generate.ts';

const folder = new URL('../../data/difficulty/', import.meta.url);
const shipped = readFileSync(new URL('items.jsonl', folder), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line));
const large = generateDifficulty(2_500);
const questions = large.flatMap((item) => item.questions);

test('reproduces the shipped set, whose sha256 is in SOURCE.md', () => {
  expect(shipped).toEqual(generateDifficulty(100));
  expect(readFileSync(new URL('SOURCE.md', folder), 'utf8')).toContain(sha256(canonicalJson(shipped)));
  expect(shipped.map((item) => difficultyItem.parse(item))).toHaveLength(100);
});

test('generates the same 10,000 questions in every version', () => {
  expect(sha256(canonicalJson(large))).toBe('b3032a64a71f4fd5f5c8d6983599251d00bc3d16d987a9eb4f8b5564ba3b8e77');
});

test('begins a longer set with the shorter one, and changes with the seed', () => {
  expect(large.slice(0, 100)).toEqual(shipped);
  expect(generateDifficulty(5, { seed: 1 })).not.toEqual(generateDifficulty(5));
});

test('generates 10,000 distinct questions with four distinct options each', () => {
  const identities = new Set(questions.map(({ question, options }) => JSON.stringify([question, [...options].sort()])));
  expect([questions.length, identities.size]).toEqual([10_000, 10_000]);
  expect(questions.filter(({ options }) => new Set(options.map((option) => option.toLowerCase())).size !== 4)).toEqual(
    [],
  );
  expect(new Set(questions.map(({ id }) => id)).size).toBe(10_000);
});

test('the shipped 400 have 400 different texts of at most 20 words and options of at most 4', () => {
  const starter = questions.slice(0, 400);
  expect(new Set(starter.map(({ question }) => question)).size).toBe(400);
  expect(starter.filter(({ question }) => question.split(' ').length > 20)).toEqual([]);
  expect(starter.filter(({ options }) => options.some((option) => option.split(' ').length > 4))).toEqual([]);
});

test('balances keys and subjects, in the shipped and in the large set', () => {
  for (const set of [questions.slice(0, 400), questions]) {
    for (const letter of letters) expect(set.filter(({ key }) => key === letter)).toHaveLength(set.length / 4);
    for (const subject of new Set(set.map((question) => question.subject))) {
      expect(
        set.filter((question) => question.subject === subject),
        subject,
      ).toHaveLength(set.length / 10);
    }
  }
});

test('uses four subjects per group', () => {
  expect(large.filter((item) => new Set(item.questions.map(({ subject }) => subject)).size !== 4)).toEqual([]);
});
