import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { reportSchema } from '../../src/report/render/report-schema.ts';
import { sebHere } from '../support/in-process.ts';
import { readablePage } from '../support/page-data.ts';
import { newFolder } from '../support/refusal.ts';

const models = Array.from({ length: 8 }, (_, index) => `simulated/m${index}`);

describe('seb report --attributes', () => {
  it('shows groups and numbers in the terminal, in JSON and on the page, and changes no finding', async () => {
    const folder = newFolder();
    const store = join(folder, 'store.sqlite');
    const table = join(folder, 'models.csv');
    const rows = models.map((model, index) => `${model},${index < 4 ? 'old' : 'new'},${index}`);
    await writeFile(table, ['model,generation,size', ...rows].join('\n'));
    await sebHere(['run', '--model', ...models, '--experiment', 'restriction', '--limit', '40', '--store', store]);

    const given = ['--store', store, '--attributes', table];
    const json = reportSchema.parse(JSON.parse((await sebHere(['report', ...given, '--json'])).stdout));
    const without = reportSchema.parse(JSON.parse((await sebHere(['report', '--store', store, '--json'])).stdout));
    expect(json.findings).toEqual(without.findings);
    expect(without.attributes).toBeUndefined();
    const [groups, number] = json.attributes?.lines ?? [];
    expect(groups).toMatchObject({ kind: 'groups', attribute: 'generation', models: 8 });
    expect(number).toMatchObject({ kind: 'correlation', attribute: 'size', models: 8 });
    if (groups?.kind !== 'groups') throw new Error('the first line compares groups');
    const scores = new Map(json.findings.map(({ model, score }) => [model, score ?? Number.NaN]));
    const meanOf = (names: readonly string[]) =>
      names.reduce((sum, name) => sum + (scores.get(name) ?? Number.NaN), 0) / names.length;
    expect(groups.difference).toBeCloseTo(meanOf(models.slice(0, 4)) - meanOf(models.slice(4)), 12);
    expect(groups.onSameItems?.n).toBeGreaterThan(0);

    const terminal = (await sebHere(['report', ...given])).stdout;
    expect(terminal).toContain('generation: old (4) against new (4); 8 models, not randomized, no cause');
    const out = join(folder, 'report');
    await sebHere(['report', ...given, '--out', out]);
    expect(readFileSync(join(out, 'report.md'), 'utf8').includes('8 models, not randomized, no cause')).toBe(true);
    const page = readablePage(readFileSync(join(out, 'report.html'), 'utf8'));
    expect(page.includes('8 models, not randomized, no cause')).toBe(true);
  });
});
