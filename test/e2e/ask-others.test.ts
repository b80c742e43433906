import { copyFileSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Comparison } from '../../src/results/comparison.ts';
import { openStore } from '../../src/store/open.ts';
import { sebHere } from '../support/in-process.ts';

const names = ['a', 'b', 'c', 'd'];
const models = names.map((name) => `simulated/${name}?self=1`);
const items = 60;
const what = ['--model', ...models, '--experiment', 'difficulty', '--limit', String(items)];

function storeFile(): string {
  return join(mkdtempSync(join(tmpdir(), 'seb-asked-')), 'store.sqlite');
}

const [plainStore, askedStore] = [storeFile(), storeFile()];

beforeAll(async () => {
  for (const [store, ...flags] of [[plainStore], [askedStore, '--ask-others']] as const) {
    const { code, stderr } = await sebHere(['run', ...what, ...flags, '--json', '--store', store]);
    expect(code, stderr).toBe(0);
  }
}, 240_000);

async function callsOf(args: readonly string[]): Promise<number> {
  const { stdout, code, stderr } = await sebHere(['run', ...args, '--dry-run', '--json', '--store', storeFile()]);
  if (code !== 0) throw new Error(stderr);
  return (JSON.parse(stdout) as { calls: number }).calls;
}

describe('seb run --ask-others', () => {
  it('counts one call more for each item, subject and other model in the dry run', async () => {
    const plain = await callsOf(what);
    expect(await callsOf([...what, '--ask-others'])).toBe(plain + items * names.length * (names.length - 1));
  });

  it('asks each model about every other by name, under separate keys, and reuses stored answers', async () => {
    const store = storeFile();
    copyFileSync(plainStore, store);
    const before = await callsIn(store);
    expect((await sebHere(['run', ...what, '--ask-others', '--json', '--store', store])).code).toBe(0);
    const after = await callsIn(store);
    expect(after.length - before.length).toBe(items * names.length * (names.length - 1));
    const asked = after.filter((text) => !before.includes(text));
    for (const name of names) {
      const about = asked.filter((text) => text.includes(`about another language model, 'simulated/${name}?self=1'`));
      expect(about).toHaveLength(items * (names.length - 1));
      expect(about.some((text) => text.includes(`"model":"simulated/${name}?`))).toBe(false);
    }
  });

  it('compares the own score with the mean score of the models that were asked', async () => {
    const { stdout } = await sebHere(['compare', '--json', '--store', askedStore]);
    const { tasks } = JSON.parse(stdout) as Comparison;
    // These subjects know themselves; about others they only know what is common.
    expect(tasks[0]?.askedOthers?.quantity.interval?.[0]).toBeGreaterThan(0);
    expect(tasks[0]?.together).toMatchObject({ kind: 'not asked' }); // a ranking
    const shown = await sebHere(['compare', '--store', askedStore]);
    expect(shown.stdout).toContain('own score minus others who were asked');
    const plain = await sebHere(['compare', '--json', '--store', plainStore]);
    expect((JSON.parse(plain.stdout) as Comparison).tasks[0]?.askedOthers).toBeNull();
  });

  it('changes no other number of the run', async () => {
    const scores: unknown[] = [];
    for (const store of [plainStore, askedStore]) {
      const { stdout } = await sebHere(['report', '--json', '--store', store]);
      const { estimates } = JSON.parse(stdout) as { estimates: readonly { run: string }[] };
      scores.push(estimates.map(({ run: _, ...estimate }) => estimate));
    }
    expect(scores[1]).toEqual(scores[0]);
  });
});

async function callsIn(file: string): Promise<readonly string[]> {
  const store = await openStore(file);
  try {
    const calls: string[] = [];
    for await (const page of store.allAnswers()) calls.push(...page.map(({ call }) => call));
    return calls;
  } finally {
    await store.close();
  }
}
