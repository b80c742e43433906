import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sebHere } from '../../../../test/support/in-process.ts';
import { newStore } from '../../../../test/support/refusal.ts';
import { seededRandom } from '../../../util/random.ts';

const folder = mkdtempSync(join(tmpdir(), 'seb-partial-'));
const flat = (text: string) => text.replace(/\s+/g, ' ');

/** Answers to 300 items; `without`: wrong rows that are absent. */
function rowsOf(model: string, share: number, without = 0): readonly string[] {
  const random = seededRandom('partial', model);
  let left = without;
  return Array.from({ length: 300 }, (_, item) => ({ item, right: Number(random() < share) })).flatMap(
    ({ item, right }) => {
      if (right === 0 && left > 0) {
        left -= 1;
        return [];
      }
      return [`q${item},${model},${right}`];
    },
  );
}

function table(name: string, ...models: readonly (readonly string[])[]): string {
  const file = join(folder, `${name}.csv`);
  writeFileSync(file, ['item,model,correct', ...models.flat(), ''].join('\n'));
  return file;
}

interface Compared {
  readonly differences: readonly { readonly a: string; readonly b: string; readonly word: string }[];
}

async function compared(...args: readonly string[]): Promise<Compared> {
  return JSON.parse((await sebHere(['compare', ...args, '--json'])).stdout);
}

const lacking = (model: string, rows: number) =>
  `${model} lacks ${rows} of 300 items, more than 5 %: absent rows may be wrong answers; give both sides the same items`;

describe('a model that lacks over 5 % of the items', () => {
  const one = rowsOf('one', 0.7);
  const two = rowsOf('two', 0.7);
  const partial = rowsOf('three', 0.7, 37);

  it('has no word beside the others, which keep theirs: in one table', async () => {
    const { differences } = await compared(table('three models', one, two, partial));
    expect(differences).toMatchObject([
      { a: 'one', b: 'two', word: 'no difference found', family: 1 },
      { a: 'one', b: 'three', word: 'no test', reason: lacking('three', 37), p: null },
      { a: 'two', b: 'three', word: 'no test', reason: lacking('three', 37), p: null },
    ]);
  });

  it('has no word beside the others: in tables of one model, given in any order', async () => {
    const files = [table('one', one), table('three', partial)];
    for (const given of [files, files.toReversed()]) {
      const { stdout } = await sebHere(['compare', ...given]);
      expect(flat(stdout)).toContain('No paired difference is tested: one side lacks items of the other.');
      expect(flat(stdout)).toContain(lacking('three', 37));
    }
  });

  it('has no word where both models have as many items, and each lacks others', async () => {
    const half = (rows: readonly string[], rest: number) => rows.filter((_, item) => item % 20 !== rest);
    const [difference] = (await compared(table('halves', half(one, 0), half(two, 1)))).differences;
    expect(difference).toMatchObject({ word: 'no test', reason: expect.stringContaining('lacks 15 of 285 items') });
  });

  it('has no word in the report, and in runs of its import', async () => {
    const file = table('imported', one, partial);
    const ofLog = JSON.parse((await sebHere(['report', file, '--json'])).stdout).comparison.differences;
    expect(ofLog).toMatchObject([{ word: 'no test', reason: lacking('recorded/three', 37) }]);
    const store = newStore();
    await sebHere(['import', file, '--store', store]);
    const ofRuns = JSON.parse((await sebHere(['report', '--all', '--store', store, '--json'])).stdout);
    expect(ofRuns.comparison.differences).toMatchObject([{ word: 'no test', reason: lacking('recorded/three', 37) }]);
  });

  it('is named by the check, with what that changes', async () => {
    const far = rowsOf('far', 0.7).slice(0, 200);
    const { stdout } = await sebHere(['data', 'check', table('checked', one, two, partial, far)]);
    expect(flat(stdout)).toContain(
      'partial: three: 263 of 300 items; no word beside models that have all: the absent rows may be wrong answers',
    );
    expect(flat(stdout)).toContain('partial: far: 200 of 300 items; not compared with models that have all');
  });
});

it.each(['task', 'dataset'])('names what a model lacks data set by data set, as compare does: %s', async (column) => {
  const rows = ['one', 'two'].flatMap((model) =>
    ['arc', 'gpqa', 'sums'].flatMap((set) =>
      Array.from({ length: 60 }, (_, item) => `${set}-${item},${model},${item % 3 && 1},${set}`).slice(
        ...(model === 'two' ? ({ arc: [0], gpqa: [6], sums: [60] }[set] ?? []) : []),
      ),
    ),
  );
  const file = join(folder, `sets-${column}.csv`);
  writeFileSync(file, [`item,model,correct,${column}`, ...rows].join('\n'));
  const { stdout } = await sebHere(['data', 'check', file]);
  expect(flat(stdout)).toContain('partial: two: 0 of 60 items of sums; not compared there with models that have all');
  expect(flat(stdout)).toContain('partial: two: 54 of 60 items of gpqa; no word there beside models that have all');
  expect((await compared(file)).differences).toMatchObject([
    { set: 'arc', word: 'no difference found' },
    { set: 'gpqa', word: 'no test' },
  ]);
});

it('gives a word to models that lack at most 5 % of the items', async () => {
  const { differences } = await compared(table('nearly all', rowsOf('one', 0.4), rowsOf('two', 0.7, 15)));
  expect(differences).toMatchObject([{ word: 'lower', reason: null }]);
});

describe('absent rows of a side that has 95 % of the items', () => {
  const [one, two] = [rowsOf('one', 0.45), rowsOf('two', 0.55)];
  const isLost = (item: number) => item % 25 === 3;
  const isLostToo = (item: number) => item % 30 === 7;

  it.each([
    ['of one side', (item: number) => isLost(item), () => false],
    ['of the other side', () => false, (item: number) => isLost(item)],
    ['of both sides', isLost, isLostToo],
  ] as const)('count as empty outcomes do: %s', async (name, ofOne, ofTwo) => {
    const without = (rows: readonly string[], lost: (item: number) => boolean) => rows.filter((_, item) => !lost(item));
    const blank = (rows: readonly string[], lost: (item: number) => boolean) =>
      rows.map((row, item) => (lost(item) ? row.replace(/.$/, '') : row));
    const ofTable = async (label: string, ...tables: readonly (readonly string[])[]) => {
      const { differences } = JSON.parse(
        (await sebHere(['compare', table(`${name} ${label}`, ...tables), '--json'])).stdout,
      );
      const { runs, ...difference } = differences[0];
      return difference;
    };
    const absent = await ofTable('absent', without(one, ofOne), without(two, ofTwo));
    const empty = await ofTable('empty', blank(one, ofOne), blank(two, ofTwo));
    expect(absent).toMatchObject({ asked: 300, missing: { units: empty.missing.units }, alone: { a: 0, b: 0 } });
    expect(absent).toEqual(empty);
  });
});

describe('a gate on a log that lacks rows', () => {
  const base = rowsOf('m', 0.7);
  // of the rows that are left, as many are right as in the baseline
  const dropped = base.map((row, item) => (item % 12 === 0 ? row.replace(/.$/, '0') : row));
  const absent = dropped.filter((_, item) => item % 12 !== 0);

  it.each([
    ['--fail-if-lower', '0.02'],
    ['--fail-unless-within', '0.05'],
  ])('does not pass %s by the absence of rows that would fail it', async (...gate) => {
    const files = [table(`gate new ${gate[0]}`, absent), table(`gate base ${gate[0]}`, base)];
    const failed = await sebHere(['compare', table(`gate whole ${gate[0]}`, dropped), files[1] ?? '', ...gate]);
    expect(failed.code).toBe(3);
    const { code, stderr } = await sebHere(['compare', ...files, ...gate]);
    expect(code).not.toBe(0);
    if (gate[0] === '--fail-if-lower')
      expect(flat(stderr)).toContain(
        '25 of 300 units lack a score: if those of the new side are wrong, the drop exceeds',
      );
  });

  it('takes no notice of rows that only the new side has', async () => {
    const files = [table('gate more', base), table('gate less', absent)];
    expect((await sebHere(['compare', ...files, '--fail-if-lower', '0.02'])).code).toBe(0);
  });
});

describe('a run of fewer items', () => {
  it('lacks none of its design: runs are compared on the items of both', async () => {
    const store = newStore();
    for (const [model, limit] of [
      ['noisy', '50'],
      ['calibrated', '45'],
      ['careful', '49'],
    ] as const)
      await sebHere([
        'run',
        '--experiment',
        'know',
        '--model',
        `simulated/${model}`,
        '--limit',
        limit,
        '--store',
        store,
      ]);
    const { differences } = JSON.parse((await sebHere(['compare', '--all', '--store', store, '--json'])).stdout);
    expect(differences).toHaveLength(3);
    for (const { word, reason, asked, missing } of differences)
      expect({
        reason,
        missing: missing.units,
        isTested: word !== 'no test',
        isShared: asked === 45 || asked === 49,
      }).toEqual({ reason: null, missing: 0, isTested: true, isShared: true });
  });
});
