import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { sebHere } from '../support/in-process.ts';
import { recordingsFolder, withoutRecordings } from '../support/reference.ts';

const number = z.number().nullable();
const bounds = z.tuple([z.number(), z.number()]).nullable();
/** Optional fields, where a number may be missing or conditions may differ. */
const more = { condition: z.string().optional(), reason: z.string().optional() };
const advantage = {
  experiment: z.string(),
  measure: z.string(),
  model: z.string(),
  value: number,
  interval: bounds,
  n: z.int(),
  ...more,
};
const form = z.strictObject({
  form: z.enum(['additive', 'multiplicative', 'threshold']),
  value: number,
  interval: bounds,
  p: number,
  reason: z.string().optional(),
});
const advantages = z.array(
  z.strictObject({
    ...advantage,
    form: z.enum(['reuse', 'asked']),
    own: number.optional(),
    expected: number.optional(),
    forms: z.array(form).length(3).optional(),
  }),
);
const beside = { value: z.number(), interval: bounds };
const verdicts = z.array(
  z.strictObject({
    experiment: z.string(),
    condition: z.string(),
    measure: z.string(),
    model: z.string().nullable(),
    form: z.enum(['reuse', 'asked']),
    primary: z.boolean(),
    verdict: z.enum(['advantage', 'disadvantage', 'none', 'needs-four-models', 'insufficient']),
    p: number,
    detectable: number,
    closestOther: z
      .strictObject({ ...beside, p: z.number(), isRequired: z.boolean() })
      .nullable()
      .optional(),
    itemOnly: z.strictObject(beside).nullable().optional(),
    item_only: z.unknown(),
    unknownMakers: z.array(z.string()).optional(),
    reasons: z.array(z.string()).min(1),
  }),
);

/** Keys of version 0.2, which stand beside their new spelling for one version. */
const spelledBefore = (...keys: readonly string[]) =>
  Object.fromEntries(keys.map((key) => [key, z.unknown().refine((value) => value !== undefined)]));

const comparisonSchema = z.strictObject({
  matrices: z.array(
    z.strictObject({
      experiment: z.string(),
      measure: z.string(),
      form: z.enum(['reuse', 'asked']),
      models: z.array(z.string()),
      values: z.array(z.array(number)),
      // Values minus row and column effects; absent with two models.
      residuals: z.array(z.array(number.nullable())).optional(),
      items: z.int(),
      condition: z.string().optional(),
      // Number of excluded items.
      leftOut: z.int(),
      units: z.int(),
      unitsLeftOut: z.int(),
      modelsLeftOut: z.array(z.string()),
      ...spelledBefore('left_out', 'units_left_out', 'models_left_out'),
      costliest: z.strictObject({ model: z.string(), units: z.int(), value: number }).optional(),
    }),
  ),
  selfAdvantage: advantages,
  ...spelledBefore('self_advantage', 'best_other'),
  differences: z.array(
    z.strictObject({
      experiment: z.string(),
      measure: z.string(),
      a: z.string(),
      b: z.string(),
      models: z.tuple([z.string(), z.string()]),
      runs: z.tuple([z.string(), z.string()]),
      value: number,
      interval: bounds,
      p: number,
      pHolm: number,
      ...spelledBefore('p_holm'),
      detectable: number,
      n: z.int(),
      units: z.number(),
      ...more,
    }),
  ),
  bestOther: z.array(z.strictObject({ ...advantage, best: z.array(z.string()), own: number, other: number })),
  others: z.array(
    z.strictObject({
      run: z.string(),
      experiment: z.string(),
      condition: z.string(),
      model: z.string(),
      measure: z.string(),
      curve: z.array(z.strictObject({ k: z.int(), value: number })),
    }),
  ),
  divergent: advantages,
  verdicts,
  directions: z.array(z.strictObject({ ...advantage, other: z.string() })),
  notes: z.array(z.string()),
  limits: z.array(z.string()).optional(),
});

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

/** Checks the contract, and the consistency of every entry with the others. */
function checked(json: unknown, models: readonly string[]) {
  const comparison = comparisonSchema.parse(json);
  for (const { models: rows, values } of comparison.matrices) {
    expect(values.map((row) => row.length)).toEqual(rows.map(() => rows.length));
  }
  for (const { experiment, measure } of comparison.matrices) {
    const of = comparison.selfAdvantage.filter((entry) => entry.experiment === experiment && entry.measure === measure);
    expect(of.map(({ model }) => model).toSorted()).toEqual([...models, 'all'].toSorted());
  }
  const missing = [...comparison.selfAdvantage, ...comparison.differences].filter(
    ({ value, reason }) => (value === null) !== (reason !== undefined),
  );
  expect(missing).toEqual([]);
  return comparison;
}

describe('seb compare --json', () => {
  test('of simulated runs: the contract, and what was left out', async () => {
    const store = newStore();
    const models = ['simulated/ada?self=0.9', 'simulated/bob?self=0.5&format=0.3', 'simulated/cleo?self=0.1'];
    const size = ['--limit', '12', '--samples', '2', '--json'];
    const ran = await sebHere(['run', '--model', ...models, ...size, '--store', store]);
    expect(ran.code, ran.stderr).toBe(0);
    const comparison = checked(await printed(['compare', '--store', store, '--json']), models);
    expect(new Set(comparison.matrices.map(({ experiment }) => experiment))).toEqual(
      new Set(['association', 'restriction', 'difficulty']),
    );
    for (const matrix of comparison.matrices) expect(matrix.items + matrix.leftOut).toBe(12);
    expect(comparison.matrices.some(({ leftOut }) => leftOut > 0)).toBe(true);
    expect(comparison.differences.filter(({ experiment }) => experiment === 'restriction')).toHaveLength(3);
    const [run] = (await printed(['list', '--store', store, '--json'])) as readonly { readonly run: string }[];
    expect(await printed(['compare', run?.run ?? '', '--store', store, '--json'])).toEqual(comparison);
  }, 240_000);

  test.skipIf(recordingsFolder === null)(
    `of imported recordings: six models, association self-advantage near zero${withoutRecordings}`,
    async () => {
      const store = newStore();
      await sebHere(['import', 'self-execution-benchmark', recordingsFolder ?? '', '--store', store]);
      const runs = (await printed(['list', '--store', store, '--json'])) as readonly {
        readonly run: string;
        readonly experiments: unknown;
      }[];
      const chosen = runs.filter(({ experiments }) => JSON.stringify(experiments).includes('association'));
      expect(chosen).toHaveLength(6);
      const json = await printed(['compare', ...chosen.map(({ run }) => run), '--store', store, '--json']);
      const models = comparisonSchema.parse(json).matrices[0]?.models ?? [];
      expect(models).toHaveLength(6);
      const comparison = checked(json, models);
      const all = comparison.selfAdvantage.filter(({ model, measure }) => model === 'all' && measure === 'mcc');
      expect(all).toHaveLength(1);
      expect(Math.abs(all[0]?.value ?? 9)).toBeLessThan(0.05);
      expect(comparison.matrices.every(({ leftOut, items }) => leftOut > 0 && items > 100)).toBe(true);
      expect(comparison.differences).toHaveLength(15);
    },
    120_000,
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
