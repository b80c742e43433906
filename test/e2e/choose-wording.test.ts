import { join } from 'node:path';
import { expect, it } from 'vitest';
import { reportSchema } from '../../src/report/render/report-schema.ts';
import { sebHere } from '../support/in-process.ts';
import { newFolder } from '../support/refusal.ts';

it('seb run --choose-wording: runs all wordings, keeps the verdict on the default one and reports the gain', async () => {
  const store = join(newFolder(), 'store.sqlite');
  const options = ['--model', 'simulated/ada', '--experiment', 'association', '--limit', '40', '--store', store];
  await sebHere(['run', ...options, '--choose-wording']);
  const { stdout } = await sebHere(['report', '--store', store, '--json']);
  const { findings, wordings = [], runs } = reportSchema.parse(JSON.parse(stdout));
  expect(runs[0]?.config.experiments[0]?.conditions.map(({ wording }) => wording)).toEqual([
    'paper',
    'quoted',
    'hypothetical',
  ]);
  expect(findings.map(({ condition }) => condition)).toEqual(['paper, direct']);
  expect(wordings).toMatchObject([{ usual: 'paper', clusters: 40, gain: 0, score: findings[0]?.score }]); // its wordings are equal
  expect((await sebHere(['report', '--store', store, '--wide'])).stdout).toContain('Does a better wording help?');
});
