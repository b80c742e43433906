import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadDataset } from '../../src/data/load.ts';
import { shippedExperiments } from '../../src/experiments/registry.ts';
import { normalizedString } from '../../src/util/normalized-string.ts';
import { readSources } from '../corpus/sources.ts';
import type { Execution } from './execute.ts';
import { controlProperties, firstWordItems, items, type StudyItem } from './items.ts';
import { capped, executionRows, type Row, rowsOf, scrambled, trainingRows } from './rows.ts';

const all = items(readSources(join(import.meta.dirname, '../../data')));
const train = all.filter(({ split }) => split === 'train');
const test = all.filter(({ split }) => split === 'test');

/** Executions as a model might answer: lists of words that depend on the cue, refusals, letters. */
const executions: readonly Execution[] = train.map((item, index) => {
  const [first = 'one', second = 'two'] = item.options ?? [];
  const words = index % 2 === 0 ? [second, 'three', `word${index % 7}`] : [first, `word${index % 5}`, 'four'];
  const answers = {
    associations: JSON.stringify({ words }),
    requests: index % 3 === 0 ? "I'm sorry, but I can't help with that." : 'Sure. Take your time.',
    questions: JSON.stringify({ answer: 'ABCD'[index % 4] }),
  };
  return { item, answer: answers[item.task as keyof typeof answers] };
});
const rows = trainingRows(executions, 1000);
const groupsOf = (some: readonly Row[]) => Map.groupBy(some, ({ task, property }) => `${task} ${property}`);
const counts = (some: readonly Row[]) =>
  [...Map.groupBy(some, ({ answer }) => answer)].map(([answer, { length }]) => `${answer} ${length}`).sort();

describe('items', () => {
  it('holds out more than 400 cues, and questions and requests as the corpus does', () => {
    const held = Object.fromEntries(
      [...Map.groupBy(test, ({ task }) => task)].map(([task, { length }]) => [task, length]),
    );
    expect(held).toEqual({ associations: 425, requests: 58, questions: 60 });
  });

  it('has no test string among the strings of training', () => {
    const trained = new Set(train.map(({ task, string }) => `${task} ${normalizedString(string)}`));
    expect(test.filter(({ task, string }) => trained.has(`${task} ${normalizedString(string)}`))).toEqual([]);
  });

  it('names every item once', () => {
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
  });
});

describe('trainingRows', () => {
  it('leaves out the control properties, which rowsOf has', () => {
    const names = new Set(rows.map(({ property }) => property));
    expect([...names].sort()).toEqual([
      'among-a-c',
      'declines',
      'first-entry',
      'first-word',
      'names-one-of',
      'right',
      'second-entry',
      'third-entry',
    ]);
    expect(rowsOf(executions).some(({ property }) => controlProperties.includes(property))).toBe(true);
  });

  it('keeps the cap of strings a task, and a smaller cap keeps a subset', () => {
    const strings = (some: readonly Row[]) =>
      new Set(some.filter(({ task }) => task === 'associations').map(({ string }) => string));
    expect(strings(rows).size).toBe(1000);
    const fewer = capped(rows, (count) => count / 4);
    expect(strings(fewer).size).toBe(250);
    expect(fewer.every((row) => rows.includes(row))).toBe(true);
  });
});

describe('scrambled', () => {
  const permuted = scrambled(rows, train, 'seed');

  it('keeps prompts and, inside each task and property, the counts of the answers', () => {
    expect(permuted.map(({ prompt }) => prompt)).toEqual(rows.map(({ prompt }) => prompt));
    const groups = groupsOf(permuted);
    for (const [group, before] of groupsOf(rows)) {
      if (group.endsWith('names-one-of')) continue;
      expect(counts(groups.get(group) ?? [])).toEqual(counts(before));
    }
    expect(permuted.filter((row, index) => row.answer !== rows[index]?.answer).length).toBeGreaterThan(rows.length / 3);
  });

  it('answers names-one-of with one of the two words of its question, each side as often as before', () => {
    const sides = (some: readonly Row[]) =>
      counts(
        some
          .filter(({ property }) => property === 'names-one-of')
          .map((row) => ({ ...row, answer: String(optionsOf(row).indexOf(row.answer)) })),
      );
    const options = new Map(train.map((item) => [item.string, item.options ?? []]));
    const optionsOf = ({ string }: Row) => options.get(string) ?? [];
    expect(sides(permuted)).toEqual(sides(rows));
    expect(sides(permuted).every((side) => /^[01] /.test(side))).toBe(true);
  });
});

describe('executionRows', () => {
  it('teaches the answer itself to the prompt itself', () => {
    const [first] = executionRows(executions.slice(0, 1), 10);
    expect(first).toMatchObject({ prompt: train[0]?.prompt, answer: executions[0]?.answer });
  });
});

describe('the shipped test items', () => {
  const files: Readonly<Record<string, readonly StudyItem[]>> = {
    'items.jsonl': test,
    'first-words.jsonl': firstWordItems(test),
  };
  it.each(Object.entries(files))('%s is what the generator makes, with its hash in SOURCE.md', async (name, made) => {
    const folder = join(import.meta.dirname, '../../data/property-bundled');
    const text = made.map((item) => `${JSON.stringify(item)}\n`).join('');
    expect(readFileSync(join(folder, name), 'utf8')).toBe(text);
    const { sha256, items: loaded } = await loadDataset(shippedExperiments.property, join(folder, name), { seed: 1 });
    const row = readFileSync(join(folder, 'SOURCE.md'), 'utf8')
      .split('\n')
      .find((line) => line.startsWith(`| ${name} `));
    expect(row?.split('|').map((cell) => cell.trim())).toEqual(['', name, String(loaded.length), sha256, '']);
  });
});
