import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { madeInput } from '../../test/support/report-input.ts';
import { longNames } from '../../test/support/report-outcomes.ts';
import { raschReport } from '../analyze/rasch/rasch-table.ts';
import { experimentRegistry } from '../experiments/registry.ts';
import { readPublishedResults } from '../files/published-results.ts';
import { allFigures, type FigureInput } from './all-figures.ts';
import type { Figure } from './figure.ts';
import { inDark, renderSvg } from './render/render-svg.ts';

const benchmarks = new URL('../../data/published/benchmarks.csv', import.meta.url);
const rasch = raschReport(readFileSync(benchmarks, 'utf8'), 'paper');
const published = readPublishedResults();
const nothing: FigureInput = {
  experiments: experimentRegistry(),
  estimates: [],
  comparison: null,
  rasch: null,
  published: null,
  calibration: [],
  spreads: [],
};
const bins = [
  { n: 5, meanForecast: 0.2, meanOutcome: 0.3 },
  { n: 5, meanForecast: 0.8, meanOutcome: 0.7 },
];

async function inputOf(models: readonly string[], samples: number): Promise<FigureInput> {
  const made = { models, items: 8, samples, seed: 1, losses: 0.1, probabilities: false };
  const { estimates, comparison, spreads } = await madeInput(made);
  const calibration = models.map((label) => ({ experiment: 'restriction', label, bins }));
  return { experiments: experimentRegistry(), estimates, comparison, rasch, published, calibration, spreads };
}

function named(figures: readonly Figure[], name: string): Figure {
  return figures.find((figure) => figure.name === name) as Figure; // a missing one fails the test that asks for it
}

function drawn(figures: readonly Figure[], name: string) {
  const figure = named(figures, name);
  if (figure?.kind !== 'drawn') throw new Error(`${name} is not drawn`);
  return figure;
}

type Row = Readonly<Record<string, unknown>>;

function rowsOf(figure: Extract<Figure, { kind: 'drawn' }>, name: string): readonly Row[] {
  return (figure.spec.datasets as Readonly<Record<string, readonly Row[]>>)[name] ?? [];
}

let full: FigureInput;
let figures: readonly Figure[];

beforeAll(async () => {
  full = await inputOf(longNames, 2);
  figures = allFigures(full);
});

test('draws every figure for fifteen long names beside the fifteen published models, the same each time', async () => {
  expect(figures.filter(({ kind }) => kind === 'absent')).toEqual([]);
  expect(figures).toHaveLength(15);
  for (const figure of figures) {
    if (figure.kind === 'absent') continue;
    const svg = await renderSvg(figure.spec, 'light', figure.name);
    expect(svg).toMatch(/^<svg [^>]*width="\d+/);
    expect(/["( ,>](NaN|Infinity|undefined|null)[")<,]/.exec(svg)?.[0]).toBeUndefined();
    if (figure.name !== 'coverage' && figure.name !== 'self-advantage') continue;
    expect((await renderSvg(figure.spec, 'light', figure.name)) === svg).toBe(true);
    expect((await renderSvg(figure.spec, 'dark', figure.name)) === inDark(svg)).toBe(true);
    expect(inDark(svg) === svg).toBe(false);
  }
});

test('an empty report draws nothing and says why of each figure', () => {
  const absent = allFigures(nothing);
  expect(absent.every((figure) => figure.kind === 'absent' && figure.reason.length > 10)).toBe(true);
  expect(absent.map(({ name }) => name)).toContain('self-advantage-matrix');
});

test('published models alone make no figure: they stand beside something of the report', () => {
  const alone = allFigures({ ...nothing, published });
  expect(alone.filter(({ kind }) => kind === 'drawn').map(({ name }) => name)).toEqual(['correlations']);
});

test('the re-execution is drawn from two executions on, and named as missing before', async () => {
  const kinds = (all: readonly Figure[]) =>
    rowsOf(drawn(all, 'scores-with-baselines'), 'marks').map(({ kind }) => kind);
  expect(kinds(figures)).toContain('re-execution');
  const single = allFigures(await inputOf(['some/model'], 1));
  expect(kinds(single)).not.toContain('re-execution');
  expect(named(single, 'self-advantage-matrix')).toMatchObject({ kind: 'absent', reason: /two models/ });
});

test('accuracies of the paper’s figures stand beside their base rates', () => {
  const panels = (name: string) => rowsOf(drawn(figures, name), 'marks').map(({ panel }) => panel);
  expect([...new Set(panels('restriction-metrics'))]).toEqual(['accuracy']);
  const all = ['self-execution score', 'association', 'restriction', 'difficulty'];
  expect([...new Set(panels('all-experiments'))]).toEqual(all);
});

test('a score that does not exist is written n/a at its place, never drawn as a number', async () => {
  const made = { models: ['a/lost', 'b/kept'], items: 6, samples: 1, seed: 1, losses: 0, probabilities: false };
  const { estimates } = await madeInput(made);
  const lost = estimates.map((estimate) =>
    estimate.model === 'a/lost' ? { ...estimate, value: null, interval: null } : estimate,
  );
  const figure = drawn(allFigures({ ...nothing, estimates: lost }), 'association-metrics');
  const dots = rowsOf(figure, 'dots').filter(({ label }) => label === 'a/lost');
  expect(dots).toHaveLength(6);
  expect(dots.every(({ value, low }) => value === null && low === null)).toBe(true);
  expect(String(dots[0]?.tip)).toMatch(/n\/a \(/);
  expect((await renderSvg(figure.spec)).match(/>n\/a</g)).toHaveLength(6);
});

describe('published numbers', () => {
  test('are said to be of the paper’s items wherever they stand beside the report’s own', () => {
    for (const figure of figures.filter(({ name }) =>
      /-metrics$|^all-experiments|difficulty-tokens|difficulty-ranking/.test(name),
    )) {
      expect(figure.kind === 'drawn' && figure.caption).toMatch(/published models, on the paper’s items/);
    }
    const own = drawn(allFigures({ ...full, published: null }), 'restriction-metrics');
    expect(own.caption).not.toMatch(/Hollow/);
  });

  test('metrics are computed from the published counts', () => {
    const dots = rowsOf(drawn(figures, 'association-metrics'), 'dots').filter(({ panel }) => panel === 'accuracy');
    for (const { model, association } of published.models) {
      const dot = dots.find(({ label }) => label === `${model} (published)`);
      expect(dot?.value).toBeCloseTo(association.accuracy, 3);
    }
  });

  test('lost rankings counted as wrong bring mistral-7b from .549 to .411', () => {
    const dots = rowsOf(drawn(figures, 'difficulty-metrics'), 'dots');
    const of = (panel: string) =>
      dots.find((dot) => dot.panel === panel && dot.label === 'mistral-7b (published)')?.value;
    expect(of('ranking, valid only')).toBe(0.549);
    expect(of('ranking, missing wrong')).toBeCloseTo(0.411, 3);
  });

  test('self-execution score and ability correlate as published: 0.58 [0.10, 0.84]', () => {
    const alone = drawn(allFigures({ ...nothing, published, rasch }), 'score-and-ability');
    expect(alone.caption).toContain('r = 0.581 [0.098, 0.843] over 15 published models');
  });
});

test('hostile names are text in the picture, with direction marks and escapes shown', async () => {
  const hostile = '<script>alert(1)</script>\u202e\u001b[31m"x';
  const figure = drawn(allFigures(await inputOf([hostile, 'b'], 1)), 'scores-with-baselines');
  const svg = await renderSvg(figure.spec);
  expect(/<script|\u202e|\u001b/.test(svg)).toBe(false);
  expect(svg.includes('&lt;script&gt;') && svg.includes('\\u202e')).toBe(true);
});

test('a spec that would fetch data is refused', async () => {
  await expect(renderSvg({ data: { url: 'http://127.0.0.1:9/x.json' }, mark: 'point', encoding: {} })).rejects.toThrow(
    /will not load/,
  );
});
