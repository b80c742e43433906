import { writeFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Comparison, Difference } from '../../src/results/comparison.ts';
import { sebHere } from '../support/in-process.ts';
import { peopleTable } from '../support/people.ts';
import { newStore } from '../support/refusal.ts';

const location = newStore();
const knowledge = { 'person/ann': 0.9, 'person/bob': 0.8, 'person/cy': 0.85, gpt: 0.2, qwen: 0.1 };
let table = '';

const printed = async (...args: readonly string[]) => {
  const { code, stdout, stderr } = await sebHere([...args, '--store', location]);
  return { code, text: stdout.replace(/\s+/g, ' '), error: stderr.replace(/\s+/g, ' ') };
};

describe('a table of the answers of people and models', () => {
  beforeAll(async () => {
    table = `${location}.csv`;
    writeFileSync(table, peopleTable(knowledge));
    expect((await printed('import', table)).code).toBe(0);
  }, 120_000);

  it('answers whether people predict themselves better than models do, by the paired differences', async () => {
    const { text } = await printed('compare');
    expect(text).toContain('Do people predict themselves better than models predict themselves?');
    expect(text).toMatch(
      /Of 6 differences between a person and a model on the same items: 6 in favor of the person, 0 in favor of the model, no difference found in 0\. All 3 people together against all 2 models in “logged answers”: people minus models 0\.\d+ \[0\.\d+, 0\.\d+\], in favor of the people \(p/,
    );
    expect(text).toContain('the word “model” in these tables includes people: person/ann, person/bob and person/cy');
    expect(text).not.toContain('seb study introspection');
  });

  it('counts whom a difference favors', async () => {
    const { stdout } = await sebHere(['compare', '--json', '--store', location]);
    const { differences, pooled } = JSON.parse(stdout) as Comparison;
    const isPerson = (name: string) => name.includes('person/');
    const mixed = differences.filter(({ models: [a, b] }) => isPerson(a) !== isPerson(b));
    const isForPerson = ({ models: [a], word }: Difference) => (word === 'higher') === isPerson(a);
    expect(mixed).toHaveLength(6);
    expect(mixed.filter(({ adjusted }) => (adjusted ?? 1) <= 0.05).filter(isForPerson)).toHaveLength(6);
    expect(pooled).toMatchObject([{ word: 'higher', people: { length: 3 }, models: { length: 2 } }]);
  });

  it('has an interval over items and over people and models: it covers 0 where the p of either does not exclude it', async () => {
    const store = newStore();
    const own = `${store}.csv`;
    writeFileSync(own, peopleTable({ 'person/ann': 0.7, 'person/bob': 0.75, gpt: 0.1, qwen: 0.6 }));
    await sebHere(['import', own, '--store', store]);
    const { stdout } = await sebHere(['compare', '--json', '--store', store]);
    const [found] = (JSON.parse(stdout) as Comparison).pooled;
    if (found === undefined) throw new Error('nothing pooled');
    const [low, high] = found.quantity.interval ?? [0, 0];
    expect(found.overSubjects).toBeGreaterThan(0.05); // two models that differ much tell little about models
    expect(found.p).toBe(found.overSubjects);
    expect(found.word).toBe('no difference found');
    expect(low).toBeLessThan(0);
    expect(high).toBeGreaterThan(found.quantity.value ?? 1);
  });

  it('gives people the words of scores', async () => {
    const { text } = await printed('report');
    for (const name of ['ann', 'bob', 'cy']) expect(text).toMatch(new RegExp(`person/${name} .*? useful`));
  });

  it('does not send a call to a person', async () => {
    const { code, error } = await printed('run', '--model', 'person/ann', '--experiment', 'know', '--limit', '1');
    expect([code, error]).toEqual([1, expect.stringContaining('a table of their answers is read like a log')]);
  });
});
