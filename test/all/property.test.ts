import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { reportSchema } from '../../src/report/render/report-json.ts';
import { sebHere } from '../support/in-process.ts';
import { readablePage } from '../support/page-data.ts';

const folder = mkdtempSync(join(tmpdir(), 'seb-property-'));
afterAll(() => rmSync(folder, { recursive: true }));
const store = join(folder, 's.sqlite');

async function seb(...args: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await sebHere([...args, '--store', store], { folder });
  expect(code, stderr).toBe(0);
  return stdout;
}

describe('seb run --experiment property', () => {
  it('runs, replays and reports simulated models, some of which only predict', { timeout: 120_000 }, async () => {
    const models = ['simulated/ada?private=0.9', 'simulated/bo?of=ada&skill=0.8&private=0'];
    await seb(
      'run',
      '--experiment',
      'property',
      '--model',
      ...models,
      '--predict-only',
      models[1] ?? '',
      '--limit',
      '60',
      '--samples',
      '3',
    );
    const report = reportSchema.parse(JSON.parse(await seb('report', '--json')));
    const headline = report.estimates.find(
      ({ experiment, policy, measure }) =>
        experiment === 'property' && policy === 'parsed' && measure === 'accuracy_macro',
    );
    expect(headline).toMatchObject({ isScore: false, model: models[0] });
    expect(report.estimates.find(({ isScore }) => isScore)).toMatchObject({
      measure: 'executions_hit',
      model: models[0],
    });
    expect(headline?.value).toBeGreaterThan(headline?.baseRate ?? 1);
    expect(headline?.reexecution).toBeGreaterThan(headline?.baseRate ?? 1);
    expect(report.groups?.every(({ n }) => n === 30)).toBe(true);
    // A model that only predicts has no behavior, so that there are no two scores.
    expect(await seb('compare')).toContain('No paired difference is tested');
    const out = join(folder, 'report');
    await seb('report', '--out', out);
    expect(readablePage(readFileSync(join(out, 'report.html'), 'utf8'))).toContain('accuracy by task and property');
    expect(readFileSync(join(out, 'tables/groups-property.csv'), 'utf8').split('\r\n')[0]).toContain('re-execution');
    const run = report.runs[0]?.run ?? '';
    const again = await seb(
      'run',
      '--experiment',
      'property',
      '--model',
      `replay/${run}/${models[0]}`,
      '--limit',
      '60',
      '--samples',
      '3',
    );
    const [found] = report.findings;
    expect(found).toMatchObject({ model: models[0], fit: 'useful' });
    expect(again).toMatch(new RegExp(` ${Math.round(100 * (found?.score.value ?? 0))} % .* useful$`, 'm'));
  });
});
