import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { beforeAll, describe, expect, it } from 'vitest';
import { latexText } from '../../src/report/render/latex.ts';
import type { ReportSection, ReportTable, TableCell } from '../../src/results/page.ts';
import type { Results } from '../../src/results/results.ts';
import { openStoreToRead } from '../../src/store/open.ts';
import type { StudyReport, studyReportJson } from '../../src/study/report/study-report.ts';
import { parseStudyRecord } from '../../src/study/study-record.ts';
import type { Overview } from '../../src/view/contract/contract.ts';
import { viewStudy } from '../../src/view/page/study-page.ts';
import { sebHere } from '../support/in-process.ts';
import { newFolder } from '../support/refusal.ts';
import { servedOverview } from '../support/served-overview.ts';

type Told = ReturnType<typeof studyReportJson> & Pick<StudyReport, 'sections'>;

/** Returns a text without line breaks and escapes of Markdown and LaTeX. */
const plain = (text: string) =>
  text
    .replaceAll('\\ensuremath{-}', '−')
    .replaceAll('\\textless{}', '<')
    .replaceAll(/\\ensuremath\{\\cdot\}/g, '·')
    .replaceAll('\\dots{}', '…')
    .replaceAll('\\', '')
    .replaceAll(/\s+/g, ' ');

/** Returns the rows of a CSV file as cells by header. */
function csvRows(text: string): readonly Readonly<Record<string, string>>[] {
  const lines = text
    .trimEnd()
    .split('\r\n')
    .map((line) =>
      [...line.matchAll(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g)].map(([, cell = '']) => cell.replace(/^"|"$/g, '')),
    );
  const [header = [], ...rows] = lines;
  return rows.map((row) => Object.fromEntries(header.map((name, index) => [name, row[index] ?? ''])));
}

/** Returns the numbers of a cell's text; none of `< 0.001`. */
const numbersOf = ({ text }: TableCell) =>
  text.startsWith('<') ? [] : [...text.replaceAll('−', '-').matchAll(/-?\d+\.\d{3}/g)].map(([found]) => found);

/** The parts of an Inspect log that are compared; a sample without a score has the value -1. */
function logOf(file: string) {
  const members = unzipSync(readFileSync(file));
  const parsed = (name: string) =>
    JSON.parse(new TextDecoder().decode(members[name]).replaceAll(/([:[,])NaN/g, '$1-1'));
  const { eval: spec, results } = parsed('header.json') as {
    readonly eval: { readonly run_id: string; readonly model: string };
    readonly results: {
      readonly scores: readonly [{ scored_samples: number; metrics: Record<string, { readonly value: number }> }];
    };
  };
  const samples = Object.keys(members)
    .filter((name) => name.startsWith('samples/'))
    .map((name) => {
      const { id, epoch, target, scores } = parsed(name);
      return { id, epoch, target, value: scores.self_prediction.value } as {
        readonly [key in 'id' | 'target']: string;
      } & { readonly [key in 'epoch' | 'value']: number };
    });
  return { run: spec.run_id, model: spec.model, samples, score: results.scores[0] };
}

const folder = newFolder();
const store = join(folder, 'store.sqlite');
let told: Told;
let tables: readonly ReportTable[];

beforeAll(async () => {
  const made = await sebHere(['data', 'print', 'property/animals', '--limit', '200']);
  writeFileSync(join(folder, 'items.jsonl'), made.stdout);
  const design = {
    targets: ['simulated/ann?private=0.5&skill=0.4', 'simulated/bob?private=0.3&skill=0.6'],
    arms: ['untrained', 'self', 'cross', 'scramble'],
    ...{ items: 'items.jsonl', tasks: ['animals'], itemsPerTask: { train: 30, test: 24 } },
    ...{ port: { port: 'simulated' }, samples: 4, predictionSamples: 4, resamples: 200 },
  };
  writeFileSync(join(folder, 'design.json'), JSON.stringify(design));
  const run = await sebHere(['study', 'introspection', 'design.json', '--store', store], { folder });
  expect(run.code, run.stderr).toBe(0);
  const out = join(folder, 'out');
  const json = await sebHere(['study', 'report', '--json', '--out', out, '--store', store]);
  expect(json.code, json.stderr).toBe(0);
  told = JSON.parse(json.stdout) as Told;
  tables = told.sections.flatMap((section: ReportSection) => section.tables);
}, 300_000);

describe('a study', () => {
  it('has every value of its tables in the terminal, Markdown, LaTeX and CSV', async () => {
    const wide = plain((await sebHere(['study', 'report', '--wide', '--store', store])).stdout);
    const file = (name: string) => readFileSync(join(folder, 'out', name), 'utf8');
    const [markdown, latex] = [plain(file('study.md')), plain(file('study.tex'))];
    expect(tables.length).toBeGreaterThan(8);
    for (const { id, rows, columns, detail } of tables) {
      const csv = csvRows(file(`tables/${id}.csv`));
      expect(csv, id).toHaveLength(rows.length);
      for (const [at, row] of rows.entries()) {
        for (const [index, cell] of row.entries()) {
          const name = (columns[index]?.name ?? '').replace(/ \[95 %\]$/, '');
          const text = plain(cell.text);
          const isNumber = typeof cell.sort === 'number';
          if (isNumber) expect(wide.includes(text), `${id}: ${text}`).toBe(true);
          if (at < 60) expect(markdown.includes(text), `${id}: ${text}`).toBe(true);
          if (detail === undefined) expect(latex.includes(text), `${id}: ${text}`).toBe(true);
          const given = [name, `${name} low`, `${name} high`].map((header) => csv[at]?.[header]);
          const shown = numbersOf(cell);
          if (isNumber && shown.length > 0) {
            expect(shown, `${id} ${name}`).toEqual(
              given.slice(0, shown.length).map((value) =>
                Number(value)
                  .toFixed(3)
                  .replace(/^-(0\.000)$/, '$1'),
              ),
            );
          }
        }
      }
    }
    const list = async (name: string) =>
      plain((await sebHere(['study', 'report', '--table', name, '--store', store])).stdout);
    const reasons = await list('reasons');
    for (const [form, text] of Object.entries({ reasons, markdown, latex })) {
      for (const { sentence, definitions } of told.findings) {
        for (const line of [sentence, ...definitions])
          expect(text.includes(plain(line)), `${form}: ${line}`).toBe(true);
      }
    }
    expect(markdown).toContain(plain(told.methods));
    for (const { sha256 } of told.datasets) expect(markdown).toContain(sha256);
    const limits = await list('limits');
    for (const limit of told.limits) expect(limits).toContain(plain(limit));
  }, 120_000);

  it('scores the predictions in Inspect logs by the executions of the target that they are about', async () => {
    const opened = await openStoreToRead(store);
    const [stored] = await opened.studies().finally(() => opened.close());
    const { runs, arms } = parseStudyRecord(stored?.id ?? '', stored?.record ?? null);
    const out = join(folder, 'inspect');
    const runOf = (step: string) => runs.find((each) => each.step === step)?.run ?? '';
    const reported = [runOf('executions'), runOf('predictions')];
    const { code, stderr } = await sebHere(['report', ...reported, '--store', store, '--out', out]);
    expect(code, stderr).toBe(0);
    const logs = readdirSync(join(out, 'inspect')).map((file) => logOf(join(out, 'inspect', file)));
    const executed = logs.filter(({ run }) => run === runOf('executions'));
    const actual = new Map(
      executed.flatMap(({ model, samples }) =>
        samples.map((each) => [`${model} ${each.id} ${each.epoch}`, each.target]),
      ),
    );
    const predicted = logs.filter(({ run }) => run === runOf('predictions'));
    expect(predicted.map(({ model }) => model).toSorted()).toEqual(
      [...new Set(arms.map(({ model }) => model))].toSorted(),
    );
    for (const { model, samples, score } of predicted) {
      const arm = arms.find((each) => each.model === model);
      const target = arm?.target ?? arm?.base;
      expect(samples, model).toHaveLength(24 * 4); // items and executions
      for (const { id, epoch, target: told } of samples) expect(told).toBe(actual.get(`${target} ${id} ${epoch}`));
      expect(score.scored_samples, model).toBeGreaterThan(60);
      const values = samples.map(({ value }) => value).filter((value) => value >= 0);
      expect(values).toHaveLength(score.scored_samples);
      const byItem = [
        ...Map.groupBy(
          samples.filter(({ value }) => value >= 0),
          ({ id }) => id,
        ).values(),
      ];
      const means = byItem.map((each) => each.reduce((sum, { value }) => sum + value, 0) / each.length);
      expect(score.metrics.accuracy_micro?.value).toBeCloseTo(means.reduce((a, b) => a + b, 0) / means.length, 9);
    }
  }, 300_000);

  it('has the same findings and tables in the viewer', async () => {
    const opened = await openStoreToRead(store);
    try {
      const [stored] = await opened.studies();
      if (stored === undefined) throw new Error('the store has the study');
      const { page, summary } = await viewStudy(opened, stored);
      const { sections: _, methods, result, design, software, datasets, models, steps, jobs, ...results } = told;
      expect(page?.results).toEqual(results);
      const cells = (all: readonly { readonly text: string; readonly note: string | null }[]) =>
        all.map(({ text, note }) => [text, note]);
      const viewed = page?.sections.flatMap((section) => section.tables) ?? [];
      expect(viewed.map(({ id }) => id)).toEqual(
        tables.map(({ id }) => id).filter((id) => !['costs', 'training-jobs'].includes(id)),
      );
      for (const table of viewed) {
        const same = tables.find(({ id }) => id === table.id);
        expect(table.rows.map(cells)).toEqual(same?.rows.map(cells));
      }
      expect(summary.verdicts.map(({ sentence }) => sentence)).toEqual(told.findings.map(({ sentence }) => sentence));
    } finally {
      await opened.close();
    }
  }, 120_000);

  it('comes first in a report of its runs, in the terminal, in JSON and in Markdown', async () => {
    const out = join(folder, 'runs');
    const json = await sebHere(['report', '--json', '--out', out, '--store', store]);
    expect(json.code, json.stderr).toBe(0);
    const { question, answer, limits, next, study } = JSON.parse(json.stdout) as Results;
    expect({ question, answer, next }).toEqual({ question: told.question, answer: told.answer, next: told.next });
    expect(limits).toEqual(expect.arrayContaining([...told.limits]));
    expect(study?.runsAnswer).not.toBe(answer);
    const own = (await sebHere(['study', 'report', '--store', store])).stdout;
    expect(plain(own)).toContain(`--table reasons --store ${store}`);
    const screen = (await sebHere(['report', '--store', store])).stdout.trimEnd().split('\n');
    expect(screen.length, screen.join('\n')).toBeLessThanOrEqual(32);
    expect(plain(screen.join('\n')).startsWith(`${question} ${answer}`)).toBe(true);
    const markdown = plain(readFileSync(join(out, 'report.md'), 'utf8'));
    const at = markdown.indexOf('## Can');
    expect(markdown.slice(at, at + 800)).toContain(`## ${question} ${answer}`);
    const places = [
      answer,
      '### Who predicts whom',
      '### Who predicts whom, by training',
      'This report measures',
      '## Scores',
    ];
    const found = places.map((text) => markdown.indexOf(text));
    expect(found).toEqual(found.toSorted((one, other) => one - other));
    expect(found[0]).toBeGreaterThan(0);
    const latex = readFileSync(join(out, 'table.tex'), 'utf8');
    expect(latex.split('\n')[1]).toContain(latexText(answer));
    expect(latex.indexOf('\\begin{table}')).toBe(
      latex.indexOf('\\begin{table}\n  \\centering\n  \\caption{Who predicts whose answers, after the same training'),
    );
  }, 120_000);

  it('is told by the overview of the viewer as by seb report --json, with commands for this store', async () => {
    const reported = JSON.parse((await sebHere(['report', '--json', '--store', store])).stdout) as Results;
    const asTyped = (command: string) => `${command} --store ${store}`;
    const isReady = ({ study }: Overview) => study !== undefined;
    const { next, ...overview } = await servedOverview(store, { isReady, asTyped });
    const told = ({ question, answer, findings, limits, study, selection }: Omit<Results, 'next'>) => {
      return { question, answer, findings, limits, study, selection };
    };
    expect(told(overview)).toEqual(told(reported));
    expect(overview.study?.runsAnswer).toBe(reported.study?.runsAnswer);
    const typed = reported.next.filter(({ command }) => command !== 'seb view');
    expect(next).toEqual(typed.map((step) => ({ ...step, command: step.command && asTyped(step.command) })));
  }, 120_000);

  it('counts the calls, tokens and dollars of its runs', () => {
    expect(told.steps).toHaveLength(4);
    expect(told.jobs).toHaveLength(8); // two models, two targets, true and permuted labels
    for (const { calls, inputTokens, outputTokens, dollars } of told.steps) {
      expect(calls).toBeGreaterThan(0);
      expect(inputTokens).toBeGreaterThan(calls);
      expect(outputTokens).toBeGreaterThan(0);
      expect(dollars).toBe(0);
    }
    expect(told.software[0]).toMatch(/^seb \d+\.\d+\.\d+.*Node\.js v\d+/);
  });

  it('is refused by name where the store has no such study', async () => {
    const ended = await sebHere(['study', 'report', 'ffff', '--store', store]);
    expect(ended.code).toBe(1);
    expect(ended.stderr).toContain(`the store has no study ffff`);
    expect(ended.stderr).toContain(told.study.slice(0, 12));
  });
});
