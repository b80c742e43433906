import { copyFileSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Comparison } from '../../src/analyze/compare/comparison-types.ts';
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

  it('prints a matrix of the asked form, its forms and verdicts, the primary one among them', async () => {
    const { stdout } = await sebHere(['compare', '--json', '--store', askedStore]);
    const comparison = JSON.parse(stdout) as Comparison;
    const matrix = comparison.matrices.find(({ form }) => form === 'asked');
    expect(matrix?.values.flat().every((value) => value !== null)).toBe(true);
    const verdicts = (comparison.verdicts ?? []).filter(({ form }) => form === 'asked');
    expect(verdicts.map(({ model }) => model)).toEqual([...models, null]);
    // These subjects know themselves; about others they only know what is common.
    expect(verdicts.find(({ primary }) => primary)).toMatchObject({ model: null, verdict: 'advantage' });
    expect(comparison.verdicts?.filter(({ primary }) => primary)).toHaveLength(1);
    const shown = await sebHere(['compare', '--wide', '--store', askedStore]);
    expect(shown.stdout).toContain('about each other');
    expect(shown.stdout).toContain('better than expected');
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
