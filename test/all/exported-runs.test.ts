import { globSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { shippedExperiments } from '../../src/experiments/registry.ts';
import { objectsOf, valueAt } from '../../src/recordings/values.ts';
import { openWholeLog } from '../../src/recordings/whole-log.ts';
import type { Finding, Rung } from '../../src/results/finding.ts';
import type { Results } from '../../src/results/results.ts';
import type { Worth } from '../../src/results/worth.ts';
import { sebHere } from '../support/in-process.ts';

const folder = mkdtempSync(join(tmpdir(), 'seb-exported-'));
const config = join(folder, 'seb.mjs');
const source = (path: string) => JSON.stringify(new URL(`../../${path}`, import.meta.url).href);
const models = ['simulated/a?self=1', 'simulated/b?self=0.7'];

/** An own experiment with labels: `restriction` under another name, as a config file has it. */
const ownExperiment = `
import { restriction } from ${source('src/experiments/restriction/index.ts')};
import { defineExperiment } from ${source('src/experiments/registry.ts')};
export default { experiments: [defineExperiment({ ...restriction, name: 'labelled' })] };`;

async function seb(...args: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await sebHere(args);
  expect({ args, code, stderr: code === 0 ? '' : stderr }).toEqual({ args, code: 0, stderr: '' });
  return stdout;
}

interface Reported extends Results {
  readonly estimates: readonly { readonly model: string; readonly isScore?: true }[];
}

async function reported(...args: readonly string[]): Promise<Reported> {
  return JSON.parse(await seb('report', ...args, '--json'));
}

/** What a reader of a report compares: words, score, chance, constants, p values and intervals of each score. */
function shownOf({ findings }: Results) {
  const p = (rung: Rung | Finding['rungs']['beyondOthers']) =>
    rung.kind === 'tested' ? [rung.p, rung.adjusted] : rung.reason;
  return findings
    .map(
      ({
        experiment,
        model,
        condition,
        task,
        measure,
        fit,
        score,
        chance,
        constant,
        label,
        skill,
        rungs,
        stated,
        usable,
        total,
        clusters,
      }) => ({
        ...{
          experiment,
          model,
          condition,
          task,
          measure,
          fit,
          score,
          chance,
          constant,
          label,
          skill,
          stated,
          usable,
          total,
          clusters,
        },
        p: [p(rungs.informative), p(rungs.useful)],
      }),
    )
    .toSorted((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1));
}

/** Compares numbers up to the last digits, which depend on the order of sums. */
function rounded(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (_, each) => (typeof each === 'number' ? Number(each.toPrecision(9)) : each)),
  );
}

/** Experiments whose models predict nothing, so that they have scores and no words. */
const withoutPredictions = ['stump', 'flip'];
const named = [...Object.keys(shippedExperiments), 'labelled'];

describe.each(named)('an exported run of %s', (experiment) => {
  const store = join(folder, `${experiment}.sqlite`);
  const [inspect, records] = [join(folder, experiment, 'out'), join(folder, experiment, 'eee')];
  const from = ['--store', store, '--config', config];
  let run: Reported;

  beforeAll(async () => {
    writeFileSync(config, ownExperiment);
    const items = join(folder, 'requests.jsonl');
    writeFileSync(
      items,
      Array.from({ length: 60 }, (_, k) =>
        JSON.stringify({ id: `r${k}`, prompt: `Explain thing ${k}.`, label: k % 2 === 0 ? 'safe' : 'unsafe' }),
      ).join('\n'),
    );
    const data = experiment === 'labelled' ? ['--items', `labelled=${items}`] : ['--limit', '24'];
    await seb('run', '--model', ...models, '--experiment', experiment, '--samples', '2', ...data, ...from, '--json');
    run = await reported(...from);
    await seb('report', ...from, '--out', inspect);
    await seb('report', ...from, '--eee', records);
  });

  it.each(['inspect', 'eee'])(
    'has the words, scores, chance, constants, p and intervals of the run (%s)',
    async (kind) => {
      const files =
        kind === 'inspect' ? globSync(`${inspect}/inspect/*.eval`) : globSync(`${records}/data/**/*_samples.jsonl`);
      expect(files.length).toBeGreaterThan(0);
      const again = await reported(...files, '--config', config);
      expect(run.findings.length > 0).toBe(!withoutPredictions.includes(experiment));
      expect(rounded(shownOf(again))).toEqual(rounded(shownOf(run)));
      expect(again.question).toBe(run.question);
      expect(again.answer).toBe(run.answer);
      expect(again.right ?? []).toHaveLength((run.right ?? []).length);
    },
  );
});

describe('exported logs of a run with declared kinds of questions', () => {
  it('have its p and words, however few items share a kind', async () => {
    const store = join(folder, 'declared.sqlite');
    const [items, records] = [join(folder, 'declared.jsonl'), join(folder, 'declared')];
    const kindOf = (k: number) => (k < 24 ? `shared ${k % 8}` : `alone ${k}`);
    const lines = Array.from({ length: 80 }, (_, k) =>
      JSON.stringify({ id: `r${k}`, prompt: `Explain thing ${k}.`, metadata: { kind: kindOf(k) } }),
    );
    writeFileSync(items, lines.join('\n'));
    const set = ['--experiment', 'restriction', '--items', `restriction=${items}`];
    await seb('run', '--model', ...models, ...set, '--store', store, '--json');
    const declared = await reported('--store', store, '--stratum', 'metadata.kind');
    await seb('report', '--store', store, '--stratum', 'metadata.kind', '--eee', records);
    expect(shownOf(await reported('--store', store))).not.toEqual(shownOf(declared));
    const exported = await reported(...globSync(`${records}/data/**/*_samples.jsonl`));
    expect(shownOf(exported)).toEqual(shownOf(declared));
  });
});

describe('exported logs of models that predict each other', () => {
  it('are reported with a note: they hold only what each predicts of itself', async () => {
    const [store, out] = [join(folder, 'others.sqlite'), join(folder, 'others')];
    const set = ['--experiment', 'property', '--limit', '12', '--ask-others'];
    await seb('run', '--model', ...models, ...set, '--store', store, '--json');
    await seb('report', '--store', store, '--out', out);
    const { code, stderr } = await sebHere(['report', ...globSync(`${out}/inspect/*.eval`), '--json']);
    expect([code, stderr.replace(/\s+/g, ' ')]).toEqual([
      0,
      expect.stringContaining('predict of each other (--ask-others)'),
    ]);
  });
});

describe('the score of the predictions in exported logs', () => {
  it.each(named)('is that of the report, under its name (%s)', async (experiment) => {
    const { findings } = await reported('--store', join(folder, `${experiment}.sqlite`), '--config', config);
    for (const file of globSync(`${join(folder, experiment)}/out/inspect/*.eval`)) {
      const header = (await openWholeLog(file))?.header;
      const own = findings.find(({ model }) => model === valueAt(header, 'eval.model'));
      const [first] = objectsOf(valueAt(header, 'results.scores'));
      const [metric] = Object.entries(first?.metrics ?? {}) as [string, { readonly value: number }][];
      if (own !== undefined) expect([metric?.[0], metric?.[1].value]).toEqual([own.measure, own.score.value]);
    }
    for (const file of globSync(`${join(folder, experiment)}/eee/data/**/*.json`)) {
      const record = JSON.parse(readFileSync(file, 'utf8'));
      const ids = objectsOf(record.evaluation_results).map((result) => valueAt(result, 'metric_config.metric_id'));
      const own = findings.find(({ model }) => model === valueAt(record, 'model_info.name'));
      if (own?.stated !== undefined && own.stated !== null) expect(ids).toContain(`seb.${own.measure}`);
    }
  });
});

describe('the score `accuracy` of exported logs', () => {
  const globOf = (pattern: string) => () => globSync(`${join(folder, 'know')}/${pattern}`);
  const logsOf = (experiment: string) => globSync(`${join(folder, experiment)}/out/inspect/*.eval`);

  const sides = ['--keep', models[0] ?? '', '--pass', models[1] ?? ''];

  it.each([
    ['inspect', globOf('out/inspect/*.eval'), 'self_prediction'],
    ['eee', globOf('eee/data/**/*_samples.jsonl'), 'self-prediction'],
  ] as const)(
    'has the own signal of know, which was asked before the answer, and `worth` names the score (%s)',
    async (_, files, other) => {
      const worth: Worth = JSON.parse(await seb('worth', ...files(), ...sides, '--json'));
      const own = worth.signals.find(({ name }) => name === 'own');
      expect(own?.verdict).toBeDefined();
      expect(own?.verdict).not.toBe('not available before answering');
      expect(worth).toMatchObject({ score: 'accuracy', otherScores: [other] });
      expect(worth.question).toContain('know, accuracy,');
      expect(worth.limits.join()).toContain(`other scores of these logs: ${other} (--score NAME)`);
      const { code, stderr } = await sebHere(['worth', ...files(), ...sides, '--score', other]);
      expect([code, stderr]).toEqual([2, expect.stringContaining(`${other} is graded from 0 to 1`)]);
    },
  );

  it.each(['restriction', 'labelled'])(
    'has no confidence in %s, which predicts whether a request is answered',
    async (experiment) => {
      const { findings, right } = await reported(...logsOf(experiment), '--score', 'accuracy');
      expect(findings).toEqual([]);
      expect(right?.map(({ task }) => task)).toEqual([`${experiment}, accuracy`, `${experiment}, accuracy`]);
    },
  );
});
