import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type PrintedComparison, printedComparisonSchema } from '../../src/results/comparison.ts';
import { sebHere } from '../support/in-process.ts';
import { recordingsFolder, withoutRecordings } from '../support/reference.ts';

const number = z.number().nullable();
const level = { name: z.string(), se: number, infit: number, outfit: number };
const raschSchema = z.strictObject({
  models: z.array(z.strictObject({ ...level, theta: number })),
  benchmarks: z.array(z.strictObject({ ...level, delta: number })),
  nll: z.number(),
  iterations: z.int(),
  method: z.enum(['paper', 'ml']),
  converged: z.boolean(),
  notes: z.array(z.string()),
});

const newStore = () => join(mkdtempSync(join(tmpdir(), 'seb-contract-')), 'store.sqlite');

async function printed(args: readonly string[]): Promise<unknown> {
  const { code, stdout, stderr } = await sebHere(args);
  expect(code, stderr).toBe(0);
  expect(stdout.trim().split('\n')).toHaveLength(1);
  return JSON.parse(stdout);
}

/** Returns a comparison that has exactly the fields of its schema, and in which a missing number has a reason. */
function checked(json: unknown): PrintedComparison {
  const comparison = printedComparisonSchema.parse(json);
  expect(json).toEqual(comparison); // parsing removes fields that the schema does not list
  const { tasks, differences } = comparison;
  for (const { models, R, byModel } of tasks) {
    expect(R.map((row) => row.length)).toEqual(models.map(() => models.length));
    expect(models.filter((model) => !byModel.some((each) => each.model === model))).toEqual([]);
  }
  const quantities = [
    ...differences.map(({ quantity }) => quantity),
    ...tasks.flatMap(({ byModel }) => byModel.flatMap((each) => (each.kind === 'not asked' ? [] : [each.private]))),
  ];
  expect(quantities.length).toBeGreaterThan(0);
  for (const { value, interval, missing } of quantities)
    expect(value === null || interval === null, missing ?? '').toBe(missing !== null);
  for (const { p, adjusted, word, reason } of differences)
    expect([adjusted === null, word === 'no test', reason !== null]).toEqual([p === null, p === null, p === null]);
  return comparison;
}

const named = ({ tasks }: PrintedComparison, experiment: string) =>
  tasks.filter((task) => task.experiment === experiment);

describe('seb compare --json', () => {
  test('of simulated runs: the contract, and why a number is missing', async () => {
    const store = newStore();
    const models = ['simulated/ada?self=0.9', 'simulated/bob?self=0.5&format=0.3', 'simulated/cleo?self=0.1'];
    const size = ['--limit', '24', '--samples', '2', '--json'];
    const ran = await sebHere(['run', '--model', ...models, ...size, '--store', store]);
    expect(ran.code, ran.stderr).toBe(0);
    const comparison = checked(await printed(['compare', '--store', store, '--json']));
    const experiments = ['association', 'restriction', 'difficulty'];
    expect(comparison.tasks.map(({ experiment }) => experiment)).toEqual(experiments);
    for (const task of [...named(comparison, 'association'), ...named(comparison, 'restriction')]) {
      const hasVerdict = (model: string) => task.experiment === 'association' && !model.includes('bob'); // 12 pairs are too few
      expect(task.byModel.map(({ model, kind }) => [model, kind])).toEqual(
        models.map((model) => [model, hasVerdict(model) ? 'number' : 'not asked']),
      );
      expect(task.clusters).toBe(task.experiment === 'restriction' ? 12 : 24); // its items are pairs
    }
    expect(named(comparison, 'difficulty')).toMatchObject([{ together: { kind: 'not asked' }, byModel: [], R: [] }]);
    for (const experiment of experiments)
      expect(comparison.differences.filter((each) => each.experiment === experiment)).toHaveLength(3);
    expect(comparison.differences.some(({ missing: { a, b } }) => a > 0 || b > 0)).toBe(true); // bob breaks the format
    const [run] = (await printed(['list', '--store', store, '--json'])) as readonly { readonly run: string }[];
    expect(await printed(['compare', run?.run ?? '', '--store', store, '--json'])).toEqual(comparison);
  }, 240_000);

  test.skipIf(recordingsFolder === null)(
    `of the fifteen recorded models: no association adds to what others tell${withoutRecordings}`,
    async () => {
      const store = newStore();
      await sebHere(['import', 'self-execution-benchmark', recordingsFolder ?? '', '--store', store]);
      const runs = (await printed(['list', '--store', store, '--json'])) as readonly {
        readonly run: string;
        readonly experiments: unknown;
      }[];
      const chosen = runs.filter(({ experiments }) => JSON.stringify(experiments).includes('association'));
      expect(chosen).toHaveLength(15);
      const comparison = checked(
        await printed(['compare', ...chosen.map(({ run }) => run), '--store', store, '--json']),
      );
      expect(comparison.tasks).toHaveLength(1);
      const [task] = comparison.tasks;
      expect(task?.models).toHaveLength(15);
      expect(task?.units).toBeGreaterThan(1000);
      const unread = (task?.byModel ?? []).filter(({ kind }) => kind === 'not asked');
      expect(unread).toMatchObject([
        { model: 'recorded/deepseek-r1', reason: '14 % of the predictions could be read' },
      ]);
      for (const each of task?.byModel ?? []) {
        if (each.kind === 'not asked') continue;
        expect(each.kind, each.model).toBe('word');
        expect(each.p, each.model).toBeGreaterThan(0.025);
        expect(each.units.asked - each.units.noPrediction, each.model).toBeGreaterThan(0);
      }
      expect(comparison.differences).toHaveLength((15 * 14) / 2);
      expect(comparison.limits.join()).toContain('the order of calls is not known');
    },
    600_000,
  );
});

describe('seb rasch --json', () => {
  test('of the published table by both methods, and of one’s own: the contract', async () => {
    const paper = raschSchema.parse(await printed(['rasch', '--method', 'paper', '--json']));
    expect(paper).toMatchObject({ method: 'paper', iterations: 59 });
    expect([paper.models.length, paper.benchmarks.length, paper.nll.toFixed(4)]).toEqual([15, 9, '47.8783']);
    expect(raschSchema.parse(await printed(['rasch', '--json'])).method).toBe('ml');
    const file = `${newStore()}.csv`;
    writeFileSync(file, 'model,A,B\n=evil(),1,1\none,0.4,0.6\ntwo,0.5,\n');
    const own = raschSchema.parse(await printed(['rasch', file, '--json']));
    expect(own.models[0]).toEqual({ name: '=evil()', theta: null, se: null, infit: null, outfit: null });
    expect(own.notes.join()).toContain('=evil() has only scores of 1');
  });
});
