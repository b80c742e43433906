import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { resultsSchema } from '../../src/results/results.ts';
import { seb } from '../support/command.ts';
import { sebHere } from '../support/in-process.ts';
import { newFolder } from '../support/refusal.ts';

const folder = newFolder();

it('seb demo shows a model that was trained to predict its first word beside models that cannot, and writes only its store', async () => {
  const demo = await seb(['demo'], { folder });
  expect(demo).toMatchObject({ code: 0 });
  expect(readdirSync(folder)).toEqual(['.seb']);
  expect(readdirSync(join(folder, '.seb')).filter((name) => !name.startsWith('store.sqlite'))).toEqual([]);
  const report = await sebHere(['report'], { folder });
  expect(demo.stdout.trim()).toBe(report.stdout.trim());
  expect(report.stdout).toMatch(
    /^Can .* predict themselves\?\nFits in 2 of 5 scores: ada \(words it lists\); ada\+property \(property of its\s+answer\); beats every constant in 1;/,
  );
  const { findings } = resultsSchema.parse(JSON.parse((await sebHere(['report', '--json'], { folder })).stdout));
  const verdicts = new Map(findings.map(({ model, experiment, fit }) => [`${model} ${experiment}`, fit]));
  expect(verdicts.get('bundled/ada+property property')).toBe('useful');
  expect(verdicts.get('bundled/ada property')).toBe('one answer');
  expect([...verdicts.values()].filter((verdict) => verdict === 'useful').length).toBe(1);

  const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
  const [, told = ''] = /<!-- one item: .*?```text\n(.*?)```/s.exec(readme) ?? [];
  const shown = (await sebHere(['show', 'latest', 'restriction-00006', '--model', 'bundled/bo'], { folder })).stdout;
  for (const text of told.split('\n').flatMap((line) => line.split(/ {3,}/).slice(line.includes('   ') ? -1 : 0)))
    expect(shown.replaceAll(/\s+/g, ' ').replace(' (in 1 of 1 execution)', '')).toContain(text.trim());
}, 600_000);
