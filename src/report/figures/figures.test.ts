import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { madeFinding, madeQuantity } from '../../../test/support/made-findings.ts';
import { madeInput } from '../../../test/support/report-input.ts';
import { longNames } from '../../../test/support/report-outcomes.ts';
import { raschReport } from '../../analyze/rasch/rasch-table.ts';
import { readPublishedResults } from '../../data/files/published-results.ts';
import { experimentRegistry } from '../../experiments/registry.ts';
import type { Estimate } from '../../results/estimate.ts';
import type { Finding } from '../../results/finding.ts';
import { allFigures, type FigureInput } from './all-figures.ts';
import type { Figure } from './render/figure.ts';
import { inDark, renderSvg, withTextAlternative } from './render/render-svg.ts';

const benchmarks = new URL('../../../data/published/benchmarks.csv', import.meta.url);
const rasch = raschReport(readFileSync(benchmarks, 'utf8'), 'paper');
const published = readPublishedResults();
const nothing: FigureInput = {
  experiments: experimentRegistry(),
  estimates: [],
  findings: [],
  comparison: null,
  rasch: null,
  published: null,
  calibration: [],
  spreads: [],
  attributes: null,
};
const bins = [
  { n: 5, meanForecast: 0.2, meanOutcome: 0.3 },
  { n: 5, meanForecast: 0.8, meanOutcome: 0.7 },
];
const means = { predicted: 0.4, observed: 0.3 };

async function inputOf(models: readonly string[], samples: number): Promise<FigureInput> {
  const made = { models, items: 8, samples, seed: 1, losses: 0.1, probabilities: false };
  const { estimates, comparison, spreads } = await madeInput(made);
  const findings = estimates.slice(0, 45).map(findingOf);
  const calibration = models.map((label) => ({ experiment: 'restriction', label, bins, ...means }));
  const experiments = experimentRegistry();
  return { experiments, estimates, findings, comparison, rasch, published, calibration, spreads, attributes: null };
}

/** Returns a finding about an estimate's model, as far as it is drawn. */
function findingOf(estimate: Estimate, index: number): Finding {
  const { run, experiment, model, condition, measure, unit, value, interval, baseRate, reexecution } = estimate;
  return madeFinding({
    ...{ run: run ?? '', experiment, task: experiment, condition, model, measure, unit },
    ...{ score: { ...madeQuantity(value, interval), n: 40 }, constant: baseRate, label: null, reexecution },
    fit: index === 0 ? 'useful' : index === 1 ? 'no sign' : 'too few',
  });
}

function named(figures: readonly Figure[], name: string): Figure {
  return figures.find((figure) => figure.name === name) as Figure; // a missing figure fails the test that needs it
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
    if (figure.name !== 'coverage' && figure.name !== 'beyond-others-restriction') continue;
    expect((await renderSvg(figure.spec, 'light', figure.name)) === svg).toBe(true);
    expect((await renderSvg(figure.spec, 'dark', figure.name)) === inDark(svg)).toBe(true);
    expect(inDark(svg) === svg).toBe(false);
  }
});

test('draws nothing for an empty report, with a reason for each figure', () => {
  const absent = allFigures(nothing);
  expect(absent.every((figure) => figure.kind === 'absent' && figure.reason.length > 10)).toBe(true);
  expect(absent.map(({ name }) => name)).toContain('beyond-others');
});

test('draws no figure of published models alone', () => {
  const alone = allFigures({ ...nothing, published });
  expect(alone.filter(({ kind }) => kind === 'drawn').map(({ name }) => name)).toEqual(['correlations']);
});

test('names the re-execution from two executions on, and names it as missing before', async () => {
  const spec = (all: readonly Figure[]) => JSON.stringify(drawn(all, 'findings').spec);
  expect(spec(figures)).toContain('re-execution ');
  const single = allFigures(await inputOf(['some/model'], 1));
  expect(spec(single)).not.toContain('re-execution ');
  expect(named(single, 'beyond-others')).toMatchObject({ kind: 'absent', reason: /three unrelated models/ });
});

test('draws accuracies of the paper’s figures with their base rates', () => {
  const panels = (name: string) => rowsOf(drawn(figures, name), 'marks').map(({ panel }) => panel);
  // the published code counts missing answers as wrong in one of the three experiments
  expect([...new Set(panels('restriction-metrics'))]).toEqual(['accuracy: missing counted as wrong']);
  const all = ['self-execution score', 'association', 'restriction: missing counted as wrong', 'difficulty'];
  expect([...new Set(panels('all-experiments'))]).toEqual(all);
});

test('writes n/a for an absent score, and never draws it as a number', async () => {
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
  test('are labeled as the paper’s items wherever they are drawn with the report’s own', () => {
    for (const figure of figures.filter(({ name }) =>
      /-metrics$|^all-experiments|difficulty-tokens|difficulty-ranking/.test(name),
    )) {
      expect(figure.kind === 'drawn' && figure.caption).toMatch(/published models, on the paper’s items/);
    }
    const own = drawn(allFigures({ ...full, published: null }), 'restriction-metrics');
    expect(own.caption).not.toMatch(/Hollow/);
  });

  test('are computed from the published counts', () => {
    const dots = rowsOf(drawn(figures, 'association-metrics'), 'dots').filter(({ panel }) => panel === 'accuracy');
    for (const { model, association } of published.models) {
      const dot = dots.find(({ label }) => label === `${model} (published)`);
      expect(dot?.value).toBeCloseTo(association.accuracy, 3);
    }
  });

  test('fall from .549 to .411 for mistral-7b when missing rankings count as wrong', () => {
    const dots = rowsOf(drawn(figures, 'difficulty-metrics'), 'dots');
    const of = (panel: string) =>
      dots.find((dot) => dot.panel === panel && dot.label === 'mistral-7b (published)')?.value;
    expect(of('ranking, valid only')).toBe(0.549);
    expect(of('ranking, missing wrong')).toBeCloseTo(0.411, 3);
  });

  test('correlate self-execution score and ability as published: 0.58 [0.10, 0.84]', () => {
    const alone = drawn(allFigures({ ...nothing, published, rasch }), 'score-and-ability');
    expect(alone.caption).toContain('r = 0.581 [0.098, 0.843] over 15 published models');
  });
});

test('shows hostile names as text, with visible direction marks and escapes', async () => {
  const hostile = '<script>alert(1)</script>\u202e\u001b[31m"x';
  const figure = drawn(allFigures(await inputOf([hostile, 'b'], 1)), 'findings');
  const svg = await renderSvg(figure.spec);
  expect(/<script|\u202e|\u001b/.test(svg)).toBe(false);
  expect(svg.includes('&lt;script&gt;') && svg.includes('&lt;U+202E&gt;')).toBe(true);
});

test('refuses a spec that would fetch data', async () => {
  await expect(renderSvg({ data: { url: 'http://127.0.0.1:9/x.json' }, mark: 'point', encoding: {} })).rejects.toThrow(
    /will not load/,
  );
});

describe('titles', () => {
  const titleOf = (all: readonly Figure[], name: string) => named(all, name).title;

  test('of drawn figures state the finding, in numbers', () => {
    const drawn = figures.filter(({ kind }) => kind === 'drawn');
    for (const { name, title } of drawn) expect(title, name).toMatch(/\d/);
    expect(new Set(drawn.map(({ title }) => title)).size).toBe(drawn.length);
  });

  test('of figures that are absent name the subject', () => {
    for (const { title } of allFigures(nothing)) expect(title).not.toMatch(/\d/);
  });

  const made = { models: ['a/one', 'b/two'], items: 8, samples: 1, seed: 1, losses: 0, probabilities: false };

  test('count scores above a fixed chance by their intervals', async () => {
    const { estimates } = await madeInput(made);
    const above = (low: number) =>
      estimates.map((estimate) => ({ ...estimate, interval: [estimate.model === 'a/one' ? low : 0.1, 0.9] as const }));
    const title = (low: number) => titleOf(allFigures({ ...nothing, estimates: above(low) }), 'difficulty-pairs');
    expect(title(0.6)).toBe(
      'Order of difficulty: 1 of 2 scores lies above chance with the whole 95 % interval (right against wrong)',
    );
    expect(title(0.5)).toMatch(/^Order of difficulty: None of 2 scores lie above/);
  });

  // The base rate of the same items has an error that the score's interval does not contain.
  test('give ranges where the reference is estimated from the same items', async () => {
    const { estimates } = await madeInput(made);
    const high = estimates.map((estimate) => ({
      ...estimate,
      value: 0.8,
      interval: [0.7, 0.9] as const,
      baseRate: 0.5,
    }));
    expect(titleOf(allFigures({ ...nothing, estimates: high }), 'restriction-metrics')).toBe(
      'Requests it refuses: accuracy (missing counted as wrong) 80.0 %, base rate 50.0 %',
    );
  });

  test('of scores count verdicts, not the scores without one', () => {
    expect(full.findings.length).toBeGreaterThan(2);
    expect(titleOf(figures, 'findings')).toBe('1 of 2 scores is shown to beat the best constant answer');
  });

  test('of the matrix says whether own predictions add to what others tell', () => {
    expect(titleOf(figures, 'beyond-others-restriction')).toBe(
      'Own predictions add to what other models tell, 0.08 on average (requests it refuses)',
    );
    const { comparison } = full;
    if (comparison === null) throw new Error('a comparison');
    const together = { kind: 'not asked', reason: 'needs three models of which no two are related' } as const;
    const tasks = comparison.tasks.map((task) => ({ ...task, together, R: [], models: [] }));
    const [, , figure] = allFigures({ ...nothing, comparison: { ...comparison, tasks } });
    expect(figure).toMatchObject({ kind: 'absent', reason: together.reason });
  });
});

test('nothing is drawn as a value, and nothing beside it, where no answer was usable', async () => {
  const made = { models: ['a/lost', 'b/kept'], items: 8, samples: 1, seed: 1, losses: 0, probabilities: false };
  const { estimates } = await madeInput(made);
  const lost = estimates.map((estimate) =>
    estimate.model === 'a/lost'
      ? { ...estimate, value: 0, baseRate: 0.5, coverage: { ...estimate.coverage, usable: 0 } }
      : estimate,
  );
  const all = allFigures({ ...nothing, estimates: lost });
  for (const name of ['restriction-metrics', 'difficulty-metrics']) {
    const figure = drawn(all, name);
    const own = rowsOf(figure, 'dots').filter(({ label }) => String(label).endsWith('lost'));
    expect(own.length).toBeGreaterThan(0);
    expect(own.every(({ value, tip }) => value === null && String(tip).includes('n/a'))).toBe(true);
    expect(rowsOf(figure, 'marks').filter(({ label }) => String(label).endsWith('lost'))).toEqual([]);
  }
});

test('removes labels that are hidden because they would overlap', async () => {
  for (const figure of figures) {
    if (figure.kind === 'drawn') expect(await renderSvg(figure.spec)).not.toMatch(/<text [^>]*\bopacity="0"/);
  }
});

test('a picture in a file has its title and its caption as text alternative', async () => {
  const [figure] = figures.filter(({ kind }) => kind === 'drawn');
  if (figure?.kind !== 'drawn') throw new Error('some figure is drawn');
  const svg = await renderSvg(figure.spec);
  const file = withTextAlternative(svg, { title: 'a < b', caption: 'dots & ticks' });
  expect(file).toMatch(/^<svg [^>]*><title>a &lt; b<\/title><desc>dots &amp; ticks<\/desc></);
  expect(file.replace(/<title>.*<\/desc>/, '')).toBe(svg);
});
