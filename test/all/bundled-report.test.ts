import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { experimentNamed, experimentRegistry } from '../../src/experiments/registry.ts';
import { taskNames } from '../../src/experiments/task-name.ts';
import { reportSchema } from '../../src/report/render/report-json.ts';
import { sebHere } from '../support/in-process.ts';
import { readablePage } from '../support/page-data.ts';

// Tests what the tool promises for any model; the scores of these small ones are not asserted.
const models = ['bundled/ada', 'bundled/bo'];
const experiments = ['stump', 'verbatim', 'restriction'];
const items = 2;
const modes = ['direct', 'deliberate'];

const folder = mkdtempSync(join(tmpdir(), 'seb-bundled-'));
const store = ['--store', join(folder, 'store.sqlite')];
const out = join(folder, 'report');
const design = [
  ...['run', '--model', ...models, '--experiment', ...experiments, '--mode', modes.join(',')],
  ...['--judge-rubric', 'three-way', '--samples', '2', '--limit', String(items), ...store],
];

type Report = z.infer<typeof reportSchema>;
let report: Report;
let terminal: string;
const file = (name: string) => readFileSync(join(out, name), 'utf8');
const page = () => readablePage(file('report.html'));

beforeAll(async () => {
  const own = await sebHere(design);
  const judged = await sebHere([...design, '--judge', 'bundled/bo', '--json']);
  expect([own.code, judged.code]).toEqual([0, 0]);
  terminal = own.stdout;
  const runs = [own, judged].map(({ stderr }) => /run (\w+) is finished/.exec(stderr)?.[1] ?? '');
  const { stdout } = await sebHere(['report', ...runs, ...store, '--json', '--out', out]);
  report = reportSchema.parse(JSON.parse(stdout));
}, 240_000); // a few seconds on an idle machine

const registry = experimentRegistry();
const taskOf = taskNames(registry);

describe('bundled models', () => {
  test('estimates every measure of every experiment or gives a reason, with no missing unit', () => {
    for (const name of experiments) {
      for (const { name: measure } of experimentNamed(registry, name).measures) {
        const found = report.estimates.filter(
          (each) => each.experiment === name && each.measure === measure && each.policy === 'failures-wrong',
        );
        expect(found.length, measure).toBe(2 * models.length * modes.length);
        for (const { coverage, value, interval } of found) {
          const lost = Object.values(coverage.lost).reduce((sum, count) => sum + count, 0);
          expect([coverage.units, coverage.usable + lost]).toEqual([items, items]);
          if (value !== null && interval !== null) {
            expect(interval[0]).toBeLessThanOrEqual(value);
            expect(interval[1]).toBeGreaterThanOrEqual(value);
          }
        }
      }
    }
  });

  test('sends each well-formed stump question to the author and the other model', () => {
    const of = (model: string, measure: string) =>
      report.estimates.filter(
        (each) => each.experiment === 'stump' && each.model === model && each.measure === measure,
      );
    for (const model of models) {
      for (const [index, { value, n, baseRate: base }] of of(model, 'fail_rate').entries()) {
        const others = of(model, 'peer_fail_rate')[index];
        expect(base).toBe(others?.value);
        const agreement = of(model, 'key_agreement')[index];
        if (value !== null && agreement?.policy === 'parsed') expect(agreement.value).toBeCloseTo(1 - value, 12);
        expect(n).toBeLessThanOrEqual(items);
      }
    }
  });

  test('reports every verbatim similarity with its re-execution and base rate', () => {
    const likenesses = ['edit_similarity', 'exact_match', 'token_f1', 'length_ratio', 'first_words_match'];
    const found = report.estimates.filter(
      ({ experiment, measure, policy }) =>
        experiment === 'verbatim' && likenesses.includes(measure) && policy === 'failures-wrong',
    );
    expect(found.length).toBe(likenesses.length * 2 * models.length * modes.length);
    for (const { baseRate: floor, reexecution } of found) {
      // responses to different prompts may be alike, two responses to one prompt may be equal: both values exist
      for (const likeness of [floor, reexecution]) {
        expect(likeness).toBeGreaterThanOrEqual(0);
        expect(likeness).toBeLessThanOrEqual(1);
      }
    }
  });

  test('reports mean, spread and the paired difference of the two modes for each experiment and model', () => {
    for (const experiment of experiments) {
      const headline = experimentNamed(registry, experiment).measures[0]?.name;
      const own = report.conditions.filter(
        (each) => each.experiment === experiment && each.measure === headline && each.policy === 'failures-wrong',
      );
      expect(own.length).toBe(2 * models.length);
      for (const { conditions, mean, deviation, differences, factors } of own) {
        expect(conditions.map(({ condition }) => condition)).toEqual(['paper, direct', 'paper, deliberate']);
        const [first = null, second = null] = conditions.map(({ value }) => value);
        if (first === null || second === null) expect([mean, deviation]).toEqual([null, null]);
        else {
          expect(mean).toBeCloseTo((first + second) / 2, 12);
          expect(deviation).toBeCloseTo(Math.abs(first - second) / Math.SQRT2, 12);
          expect(differences[0]?.difference).toBeCloseTo(first - second, 12);
        }
        expect(factors).toMatchObject([{ factor: 'mode', first: 'direct', second: 'deliberate' }]);
      }
    }
  });

  test('compares the model, another model and the rule as judges of the same responses', () => {
    const pairs = (model: string) =>
      report.judges.filter((each) => each.model === model).map(({ first, second }) => `${first} / ${second}`);
    expect(pairs('bundled/ada')).toEqual([
      'itself, three-way / rule, two-way',
      'itself, three-way / bundled/bo, three-way',
      'rule, two-way / bundled/bo, three-way',
    ]);
    expect(pairs('bundled/bo')).toEqual(['itself, three-way / rule, two-way']);
    for (const { n, table, agreement } of report.judges) {
      expect(n).toBeLessThanOrEqual(items * 2); // conditions and the two runs share responses
      expect(table.flat().reduce((sum, count) => sum + count, 0)).toBe(n);
      if (n > 0) expect(agreement).toBeGreaterThanOrEqual(0);
    }
    expect(report.judges[0]?.n).toBeGreaterThan(0);
  });

  test('shows everything in the terminal, the page, Markdown, CSV and JSON', () => {
    for (const experiment of experiments) {
      expect(file('report.html')).toContain(`id="table-conditions-${experiment}"`);
      expect(file('report.html')).toContain(`id="table-level-differences-${experiment}"`);
      expect(file('report.md')).toContain(`### ${taskOf(experiment)} over 2 conditions: mean and spread`);
      expect(file(`tables/level-differences-${experiment}.csv`)).toContain('bundled/ada,mode,direct,deliberate,');
    }
    for (const text of [page(), file('report.md')]) {
      for (const said of [
        'secondary measures',
        'similarity of prediction and response',
        'two judges of the same',
        'Predicted responses',
      ]) {
        expect(text).toContain(said);
      }
    }
    for (const figure of ['verbatim', 'scores-over-conditions'])
      expect(file('report.html')).toContain(`id="figure-${figure}"`);
    expect(terminal).toMatch(/^Can .* predict themselves\?$/m);
    expect(file('tables/judges-restriction.csv').split('\r\n')[1]).toMatch(
      /^bundled\/ada,"itself, three-way","rule, two-way",\d/,
    );
    const json = reportSchema.parse(JSON.parse(file('estimates.json')));
    expect(json.conditions.length).toBeGreaterThan(20);
    expect(json.judges).toEqual(report.judges);
  });
});
