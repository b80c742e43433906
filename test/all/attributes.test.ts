import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { dataFolder } from '../../src/data/shipped-datasets.ts';
import { experimentRegistry } from '../../src/experiments/registry.ts';
import { reportSchema } from '../../src/report/render/report-json.ts';
import { overviewSchema, type RunPage, runPageSchema } from '../../src/view/contract/contract.ts';
import { serveViewer } from '../../src/view/server/serve.ts';
import { sebHere } from '../support/in-process.ts';
import { readablePage } from '../support/page-data.ts';
import { recordingsFolder, withoutRecordings } from '../support/reference.ts';
import { newFolder } from '../support/refusal.ts';

const models = Array.from({ length: 8 }, (_, index) => `simulated/m${index}`);

/** Returns the page of a run in the live viewer, once it is read. */
async function viewedPage({
  location,
  attributes,
}: {
  readonly location: string;
  readonly attributes: string;
}): Promise<RunPage> {
  const server = await serveViewer({
    ...{ location, attributes, experiments: experimentRegistry(), config: null, port: 0, host: null },
  });
  try {
    const read = async () => (await fetch(new URL('/api/overview', server.url))).json();
    const isReady = async () => {
      const { runs, findings } = overviewSchema.parse(await read());
      return findings.length > 0 && runs.every(({ index }) => index.kind === 'ready') ? (runs[0]?.id ?? '') : '';
    };
    await expect.poll(isReady, { timeout: 120_000 }).not.toBe('');
    return runPageSchema.parse(await (await fetch(new URL(`/api/runs/${await isReady()}`, server.url))).json());
  } finally {
    await server.close();
  }
}

describe('seb view --attributes', () => {
  it('shows groups, numbers and their scatter plots on the page of a run, and follows the file', async () => {
    const folder = newFolder();
    const location = join(folder, 'store.sqlite');
    const attributes = join(folder, 'models.csv');
    const rows = models.map((model, index) => `${model},${index < 4 ? 'old' : 'new'},${index}`);
    await writeFile(attributes, ['model,generation,size', ...rows].join('\n'));
    await sebHere(['run', '--model', ...models, '--experiment', 'restriction', '--limit', '20', '--store', location]);
    const page = await viewedPage({ location, attributes });
    expect(page.sections.find(({ id }) => id === 'attributes')?.tables.map(({ title }) => title)).toEqual([
      'generation: old (4) against new (4); 8 models, not randomized, no cause',
      'size: rank correlation with scores; 8 models, not randomized, no cause',
    ]);
    expect(page.figures.map(({ name }) => name)).toContain('attribute-size-restriction-accuracy');
    await writeFile(attributes, ['model,generation', ...models.map((model) => `${model},one`)].join('\n'));
    const changed = await viewedPage({ location, attributes });
    expect(changed.sections.find(({ id }) => id === 'attributes')?.tables).toEqual([]);
  }, 480_000);
});

describe('seb report --attributes', () => {
  it('counts a model with two runs once, in the groups and on the same items', async () => {
    const folder = newFolder();
    const store = join(folder, 'store.sqlite');
    const table = join(folder, 'models.csv');
    const four = models.slice(0, 4);
    await writeFile(
      table,
      ['model,generation', ...four.map((model, i) => `${model},${i < 2 ? 'old' : 'new'}`)].join('\n'),
    );
    const common = ['--experiment', 'restriction', '--limit', '44', '--store', store];
    await sebHere(['run', '--model', ...four, ...common, '--name', 'all']);
    await sebHere(['run', '--model', ...four.slice(0, 1), ...common, '--name', 'again', '--temperature', '0.3']);
    const { stdout } = await sebHere(['report', 'all', 'again', '--store', store, '--attributes', table, '--json']);
    const [groups] = reportSchema.parse(JSON.parse(stdout)).attributes?.lines ?? [];
    if (groups?.kind !== 'groups') throw new Error('the first line compares groups');
    expect(groups.onSameItems?.value).toBeCloseTo(groups.difference ?? Number.NaN, 12);
  });

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
    const scores = new Map(json.findings.map(({ model, score }) => [model, score.value ?? Number.NaN]));
    const meanOf = (names: readonly string[]) =>
      names.reduce((sum, name) => sum + (scores.get(name) ?? Number.NaN), 0) / names.length;
    expect(groups.difference).toBeCloseTo(meanOf(models.slice(0, 4)) - meanOf(models.slice(4)), 12);
    expect(groups.onSameItems?.n).toBeGreaterThan(0);

    const terminal = (await sebHere(['report', ...given])).stdout;
    expect(terminal).toContain('generation: old (4) against new (4); 8 models, not randomized, no cause');
    expect(terminal).toContain('size: rank correlation with scores; 8 models, not randomized, no cause');
    const out = join(folder, 'report');
    await sebHere(['report', ...given, '--out', out]);
    expect(readFileSync(join(out, 'report.md'), 'utf8').includes('8 models, not randomized, no cause')).toBe(true);
    const written = readablePage(readFileSync(join(out, 'report.html'), 'utf8'));
    expect(written.includes('8 models, not randomized, no cause')).toBe(true);
  }, 240_000);
});

describe('seb report and seb compare with attributes in the config file', () => {
  it('read the named file; the flag takes precedence over the variable, and the variable over the file', async () => {
    const folder = newFolder();
    const table = async (name: string, column: string) => {
      const rows = models.map((model, index) => `${model},${index}`);
      await writeFile(join(folder, name), [`model,${column}`, ...rows].join('\n'));
    };
    for (const name of ['file', 'variable', 'flag']) await table(`${name}.csv`, `from ${name}`);
    await writeFile(join(folder, 'seb.config.ts'), "export default { attributes: 'file.csv' };");
    await writeFile(join(folder, 'wrong.config.ts'), 'export default { attributes: 5 };');
    await sebHere(['run', '--model', ...models, '--experiment', 'restriction', '--limit', '12'], { folder });

    const columnsOf = async (...args: readonly string[]) => {
      const { stdout } = await sebHere(['report', '--json', ...args], { folder });
      return reportSchema.parse(JSON.parse(stdout)).attributes?.lines.map(({ attribute }) => attribute);
    };
    const named = ['--config', 'seb.config.ts'];
    expect(await columnsOf()).toBeUndefined(); // the code of a file that is not named does not run
    expect(await columnsOf(...named)).toEqual(['from file']);
    expect(await columnsOf(...named, '--attributes', 'flag.csv')).toEqual(['from flag']);
    vi.stubEnv('SEB_ATTRIBUTES', 'variable.csv');
    expect(await columnsOf(...named)).toEqual(['from variable']);
    vi.unstubAllEnvs();
    const wrong = await sebHere(['report', '--config', 'wrong.config.ts'], { folder });
    expect(wrong.stderr).toContain('wrong.config.ts: attributes: is not the path of a CSV file');

    const makers = models.map((model) => `${model},Ours`);
    await writeFile(join(folder, 'file.csv'), ['model,maker', ...makers].join('\n'));
    const relatives = async (...args: readonly string[]) =>
      (await sebHere(['compare', '--json', ...args], { folder })).stdout;
    expect(await relatives(...named)).toBe(await relatives('--attributes', 'file.csv'));
    expect(await relatives(...named)).not.toBe(await relatives());
  }, 180_000);
});

describe.skipIf(recordingsFolder === null)(`seb report --attributes on the recorded models${withoutRecordings}`, () => {
  it('finds each recorded model in the table and compares groups of them on the items that all answered', async () => {
    const store = join(newFolder(), 'store.sqlite');
    const { stdout } = await sebHere(['import', 'self-execution-benchmark', recordingsFolder ?? '', '--store', store]);
    expect(stdout.replaceAll(/\\?\s+/g, ' ')).toContain(`seb report --store ${store}`);
    const given = ['--store', store, '--attributes', join(dataFolder, 'published', 'attributes.csv')];
    const { attributes } = reportSchema.parse(JSON.parse((await sebHere(['report', ...given, '--json'])).stdout));
    expect(attributes?.notes.filter((note) => note.includes('no row'))).toEqual([]);

    const groups = attributes?.lines.filter((line) => line.kind === 'groups') ?? [];
    const compared = ['maker', 'reasoning', 'reasoning pair', 'size'];
    expect(new Set(groups.map(({ attribute }) => attribute))).toEqual(new Set(compared));
    for (const line of groups) expect(line).toMatchObject({ p: null, adjusted: null, interval: null });
    const others = groups.filter(({ attribute }) => attribute !== 'maker');
    // Gemini 2.5 Flash has no level of 'reasoning' (it can do both), and no ranking
    expect(others.map(({ attribute, experiment, models }) => [attribute, experiment, models])).toEqual([
      ['reasoning', 'association', 14],
      ['reasoning', 'restriction', 14],
      ['reasoning', 'difficulty', 14],
      ['reasoning pair', 'association', 8],
      ['reasoning pair', 'restriction', 8],
      ['reasoning pair', 'difficulty', 7],
      ['size', 'association', 15],
      ['size', 'restriction', 15],
      ['size', 'difficulty', 14],
    ]);
    const bySize = groups.filter(({ attribute }) => attribute === 'size');
    expect(bySize[0]?.first).toMatchObject({
      level: 'large',
      models: [
        'recorded/claude-3.7-sonnet-thinking',
        'recorded/claude-3.5-haiku',
        'recorded/deepseek-v3',
        'recorded/deepseek-r1',
        'recorded/gemini-2.5-flash',
        'recorded/gemini-2.5-pro',
        'recorded/llama-4-scout',
        'recorded/gpt-4.1-mini',
        'recorded/gpt-4.1',
        'recorded/o4-mini',
      ],
    });
    expect(bySize[0]?.second).toMatchObject({
      level: 'small',
      models: [
        'recorded/llama-3.1-8b',
        'recorded/llama-3.2-3b',
        'recorded/mistral-small-3.1-24b',
        'recorded/mistral-7b',
        'recorded/qwen-2.5-7b',
      ],
    });
    const onSameItems = bySize.map((line) => [
      line.experiment,
      line.onSameItems?.value?.toFixed(3),
      line.onSameItems?.interval?.map((bound) => bound.toFixed(3)).join(' to '),
      line.onSameItems?.n,
    ]);
    expect(onSameItems).toEqual([
      ['association', '0.012', '-0.029 to 0.053', 200],
      ['restriction', '0.181', '0.102 to 0.260', 53],
      ['difficulty', '0.114', '0.070 to 0.157', 45],
    ]);

    const terminal = (await sebHere(['report', ...given])).stdout;
    expect(terminal).toContain('size: large (10) against small (5); 15 models, not randomized, no cause');
    expect(terminal).toMatch(/requests .*accuracy .*0\.181 \[0\.102, 0\.260\] +53$/m);
    expect(Math.max(...terminal.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80);
  }, 180_000);
});
