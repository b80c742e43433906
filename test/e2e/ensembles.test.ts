import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { reportSchema } from '../../src/report/render/report-schema.ts';
import { sebHere } from '../support/in-process.ts';
import { readablePage } from '../support/page-data.ts';
import { newFolder } from '../support/refusal.ts';

const models = ['simulated/ada?self=1', 'simulated/bo', 'simulated/cy'];

it('seb run --ask-others: reports ensembles of predictors in JSON and on the page, paired on the same units', async () => {
  const folder = newFolder();
  const [store, out] = [join(folder, 'store.sqlite'), join(folder, 'report')];
  await sebHere([
    'run',
    '--model',
    ...models,
    '--experiment',
    'know',
    '--limit',
    '40',
    '--ask-others',
    '--store',
    store,
  ]);
  const { stdout } = await sebHere(['report', '--store', store, '--json']);
  const { ensembles = [] } = reportSchema.parse(JSON.parse(stdout));
  expect(ensembles.map(({ model, combination }) => [model, combination])).toEqual(
    models.flatMap((model) => ['vote', 'mean probability', 'stacked'].map((combination) => [model, combination])),
  );
  for (const { members, n, without, withTarget, difference, curve, combination } of ensembles) {
    expect([members, n]).toEqual([2, 40]);
    expect(difference).toBeCloseTo((withTarget ?? 0) - (without ?? 0), 12);
    expect(curve.map((point) => point.members)).toEqual(combination === 'vote' ? [1, 2] : []);
  }
  await sebHere(['report', '--store', store, '--out', out]);
  const page = readablePage(readFileSync(join(out, 'report.html'), 'utf8'));
  expect(page.includes('Models predicting together')).toBe(true);
});
