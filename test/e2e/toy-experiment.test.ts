import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeAll, describe, expect, it } from 'vitest';
import { shippedExperiments } from '../../src/experiments/registry.ts';
import type { Session } from '../../src/view/contract/contract-items.ts';
import { Sessions } from '../../viewer/parts/sessions.tsx';
import { sebHere } from '../support/in-process.ts';
import { vowel } from '../support/vowel/index.ts';

const folder = mkdtempSync(join(tmpdir(), 'seb-toy-'));
const source = (path: string) => JSON.stringify(new URL(`../../${path}`, import.meta.url).href);
const [config, items, store, out] = ['seb.mjs', 'items.jsonl', 'store.sqlite', 'out'].map((name) => join(folder, name));
const own = ['--config', config ?? '', '--store', store ?? ''];
const design = ['--model', 'simulated/ada', 'simulated/bo', '--experiment', 'vowel', '--samples', '2'];
const data = ['--items', `vowel=${items}`];

async function seb(args: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await sebHere([...args, ...own]);
  expect({ code, stderr: code === 0 ? '' : stderr }).toEqual({ code: 0, stderr: '' });
  return stdout;
}

const written = (name: string) => readFileSync(join(out ?? '', name), 'utf8');

describe('an experiment in one folder that one line registers', () => {
  beforeAll(() => {
    writeFileSync(
      config ?? '',
      `import { vowel } from ${source('test/support/vowel/index.ts')};
       import { defineExperiment } from ${source('src/experiments/registry.ts')};
       export default { experiments: [defineExperiment(vowel)] };`,
    );
    const topics = ['rivers', 'birds', 'cities', 'tools', 'food', 'music', 'trees', 'games', 'ships', 'clouds'];
    writeFileSync(items ?? '', topics.map((topic) => JSON.stringify({ id: topic, topic })).join('\n'));
  });

  it('is listed', async () => {
    const { stdout } = await sebHere(['experiments', '--config', config ?? '']);
    expect(stdout).toContain('Will my word begin with a vowel?');
  });

  it('is planned before anything is sent', async () => {
    const plan = JSON.parse(await seb(['run', ...design, ...data, '--dry-run', '--json'])) as {
      readonly calls: number;
      readonly forecasts: readonly { readonly outputTokensHigh: number }[];
    };
    expect(plan.calls).toBe(2 * 10 * 3);
    expect(existsSync(store ?? '')).toBe(false);
    const { guess, word } = vowel.slots;
    const high = 10 * ((guess?.maxOutputTokens ?? 0) + 2 * (word?.maxOutputTokens ?? 0));
    expect(plan.forecasts.map(({ outputTokensHigh }) => outputTokensHigh)).toEqual([high, high]);
  });

  it('runs, with a table in the terminal', async () => {
    const text = await seb(['run', ...design, ...data]);
    expect(text).toContain('a vowel first');
    expect(await seb(['report', '--wide'])).toMatch(/^a vowel first +\S*ada\b/m);
    const named = await seb(['report', '--table', 'verdicts', '--wide']);
    expect(named).toContain('p beyond others');
    expect(named).not.toContain('not shown at this width');
  }, 60_000);

  it('lists and shows its items in its own words', async () => {
    expect(await seb(['items', 'latest'])).toMatch(/One word about rivers|rivers/);
    expect(await seb(['show', 'latest', 'rivers'])).toMatch(/predicted: begins with a (vowel|consonant)/);
  }, 60_000);

  it('shows its calls by the kinds of its own slots in `seb show` and the viewer', async () => {
    const shipped = Object.values(shippedExperiments).flatMap(({ slots }) => Object.keys(slots));
    for (const slot of Object.keys(vowel.slots)) expect(shipped).not.toContain(slot);
    const shown = await seb(['show', 'latest', 'rivers', '--model', 'simulated/ada']);
    expect(shown.match(/^- \w+( \d)?(?= )/gm)).toEqual(['- prediction', '- execution 1', '- execution 2']);
    const json = await seb(['show', 'latest', 'rivers', '--model', 'simulated/ada', '--json']);
    const [item] = JSON.parse(json) as readonly { readonly sessions: readonly Session[] }[];
    expect(item?.sessions.map(({ slot }) => slot)).toEqual(['guess', 'word', 'word']);
    const page = renderToStaticMarkup(createElement(Sessions, { sessions: item?.sessions ?? [] }));
    expect(page.match(/(Prediction|Execution \d)(?=<\/h3>)/g)).toEqual(['Prediction', 'Execution 1', 'Execution 2']);
    expect(page.match(/slot <bdi>\w+/g)).toEqual(['slot <bdi>guess', 'slot <bdi>word', 'slot <bdi>word']);
  }, 60_000);

  it('is in the report with its explanation, caveat, table and figure', async () => {
    await seb(['report', '--out', out ?? '']);
    for (const text of [written('report.md'), written('report.html')]) {
      expect(text).toContain('Will the one word that I answer begin with a vowel?');
      expect(text).toContain('Words begin with a consonant more often.');
      expect(text).toContain('vowels');
    }
    expect(written('report.html')).toContain('a vowel first');
    expect(written('report.html')).toContain('begins with a vowel');
    for (const name of ['vowel-metrics.svg', 'vowel-metrics.vl.json']) {
      expect(written(join('figures', name))).toContain('Accuracy');
    }
    expect(written('report.md')).toContain('vowel-metrics');
  }, 120_000);

  it('has its own factor crossed, named in reports, kept in the store and refused at an unknown level', async () => {
    const other = join(folder, 'tones.sqlite');
    const there = ['--config', config ?? '', '--store', other];
    const { code } = await sebHere(['run', ...design, ...data, '--factor', 'tone=plain', 'tone=polite', ...there]);
    expect(code).toBe(0);
    const { stdout } = await sebHere(['report', '--wide', ...there]);
    for (const level of ['plain', 'polite']) expect(stdout).toContain(`tone ${level}`);
    const json = JSON.parse((await sebHere(['report', '--json', ...there])).stdout) as {
      readonly conditions: readonly {
        readonly factors: readonly { factor: string; first: string; second: string }[];
      }[];
    };
    const named = json.conditions.flatMap(({ factors }) =>
      factors.map((each) => [each.factor, each.first, each.second]),
    );
    expect(new Set(named.map(String))).toEqual(new Set(['tone,plain,polite']));
    const resumed = await sebHere(['resume', 'latest', '--json', ...there]);
    expect(JSON.parse(resumed.stdout)).toMatchObject({ status: 'finished', calls: { answered: 0 } });
    const refused = await sebHere(['run', ...design, ...data, '--factor', 'tone=rude', ...there]);
    expect(refused.stderr).toMatch(/experiment vowel has no tone "rude"[\s\S]*choose from plain, polite, or all/);
    expect((await sebHere(['experiments', '--config', config ?? ''])).stdout).toContain('tone plain, polite');
  }, 120_000);

  it('is in the CSV and JSON exports', () => {
    expect(written('estimates.csv')).toMatch(/vowel.*accuracy/);
    const { estimates } = JSON.parse(written('estimates.json')) as { estimates: { experiment: string }[] };
    expect(new Set(estimates.map(({ experiment }) => experiment))).toContain('vowel');
    expect(written('outcomes.jsonl').split('\n')[0]).toContain('"vowel"');
    expect(written('table.tex')).toContain('a vowel first: accuracy (experiment vowel)');
  });
});
