import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { expect, it } from 'vitest';
import { sebHere } from '../../../test/support/in-process.ts';
import type { Finding } from '../../results/finding.ts';
import { reportSchema } from './report-json.ts';

it('lists in JSON and CSV the score of each finding among the estimates, stated probabilities included', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'seb-marked-'));
  const run = ['run', '--model', 'simulated/a?self=1', 'simulated/b?self=0', '--limit', '12', '--experiment', 'know'];
  await sebHere([...run, 'association', 'repeat', 'injection', '--samples', '2'], { folder });
  const { stdout } = await sebHere(['report', '--json'], { folder });
  const { estimates, findings } = reportSchema.pick({ estimates: true, findings: true }).parse(JSON.parse(stdout));
  const place = ({ experiment, model, measure }: Pick<Finding, 'experiment' | 'model' | 'measure'>) =>
    `${experiment} ${model} ${measure}`;
  const marked = estimates.filter(({ isScore }) => isScore);
  expect(marked.map((row) => [place(row), row.value]).toSorted()).toEqual(
    findings.map((finding) => [place(finding), finding.score.value]).toSorted(),
  );
  expect(findings.filter(({ stated }) => stated !== null).length).toBeGreaterThan(4);
  expect(marked.every(({ coverage }) => coverage.units > 0)).toBe(true);
  expect(estimates.length).toBeGreaterThan(40);

  const table: readonly Record<string, string>[] = parse((await sebHere(['report', '--csv'], { folder })).stdout, {
    columns: true,
  });
  expect(
    table
      .filter(({ is_score }) => is_score === 'TRUE')
      .map(({ value }) => Number(value))
      .toSorted(),
  ).toEqual(findings.map(({ score }) => score.value).toSorted());
  expect(table.filter(({ is_score }) => is_score === 'FALSE').length).toBeGreaterThan(40);
});
