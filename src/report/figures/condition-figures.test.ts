import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { analyzed } from '../../../test/support/analyzed.ts';
import { openBench } from '../../../test/support/simulated-run.ts';
import { conditionSpreads } from '../../analyze/conditions.ts';
import { conditionsOfRuns } from '../../analyze/units/data-of-runs.ts';
import { readPublishedResults } from '../../data/files/published-results.ts';
import { experimentRegistry } from '../../experiments/registry.ts';
import type { OutcomeRow } from '../../outcome-kinds/outcome-kinds.ts';
import { allFigures, type FigureInput } from './all-figures.ts';
import type { Figure } from './render/figure.ts';
import { renderSvg } from './render/render-svg.ts';

type Row = Readonly<Record<string, unknown>>;
const models = ['simulated/one?self=0.9', 'simulated/two?self=0.1'];
let close: () => Promise<void>;
let input: FigureInput;
let figures: readonly Figure[];

beforeAll(async () => {
  const bench = await openBench();
  close = bench.close;
  const design = { model: models, wording: ['paper'], mode: ['direct' as const, 'deliberate' as const] };
  const { record, rows } = await bench.run({ ...design, experiment: ['stump', 'verbatim'], limit: 12, samples: 2 });
  const experiments = experimentRegistry();
  async function* streamed(): AsyncGenerator<OutcomeRow> {
    yield* rows;
  }
  const { estimates, groups } = await analyzed(streamed(), { experiments });
  const options = { experiments, conditionsOf: conditionsOfRuns([record]), seed: 1, measures: 'headlines' } as const;
  const spreads = conditionSpreads(groups, { ...options, policy: 'parsed' });
  const published = readPublishedResults();
  input = {
    experiments: experimentRegistry(),
    estimates,
    findings: [],
    comparison: null,
    rasch: null,
    published,
    calibration: [],
    spreads,
    attributes: null,
  };
  figures = allFigures(input);
}, 240_000);
afterAll(() => close());

function drawn(name: string): Extract<Figure, { kind: 'drawn' }> {
  const figure = figures.find((each) => each.name === name);
  if (figure?.kind !== 'drawn') throw new Error(`${name} is not drawn`);
  return figure;
}

function rowsOf(name: string, of: 'dots' | 'marks'): readonly Row[] {
  return (drawn(name).spec.datasets as Readonly<Record<string, readonly Row[]>>)[of] ?? [];
}

describe('figures of stump, verbatim and conditions', () => {
  it('are drawn without published models, because the paper has no such numbers', async () => {
    const names = ['stump', 'verbatim', 'verbatim-failures', 'scores-over-conditions'];
    for (const name of [...names, 'condition-levels-stump', 'condition-levels-verbatim']) {
      const svg = await renderSvg(drawn(name).spec, 'light', name);
      expect(drawn(name).title, name).toMatch(/\d|too few groups/);
      expect(/["( ,>](NaN|Infinity|undefined|null)[")<,]/.exec(svg)?.[0], name).toBeUndefined();
      expect(rowsOf(name, 'dots').filter(({ label }) => String(label).includes('published'))).toEqual([]);
    }
  });

  it('show each similarity between base rate and re-execution, and the fail rate with that of others', () => {
    const kinds = (name: string) => [...new Set(rowsOf(name, 'marks').map(({ kind }) => kind))];
    expect(kinds('verbatim')).toEqual(['different prompts', 're-execution']);
    expect(kinds('stump')).toEqual(['other models']);
  });

  it('show every condition around the mean, and the difference of the two modes', () => {
    const [first] = input.spreads;
    const own = rowsOf('scores-over-conditions', 'dots').filter(({ panel, tip }) =>
      [panel === 'a question it fails: fail rate', String(tip).startsWith(models[0] ?? '')].every((each) => each),
    );
    expect(own.map(({ source, value }) => [source, value])).toEqual([
      ...(first?.conditions ?? []).map(({ value }) => ['published', value]),
      ['own', first?.mean],
    ]);
    const [level] = rowsOf('condition-levels-stump', 'dots');
    expect(level).toMatchObject({ value: first?.factors[0]?.difference, source: 'own' });
    expect(level?.tip).toContain('mode: direct − deliberate');
  });

  it('are omitted without data, and give a reason where no answer is usable', () => {
    const paper = allFigures({ ...input, estimates: [], spreads: [] });
    expect(paper.filter(({ name }) => /stump|verbatim|condition/.test(name))).toEqual([]);
    const lost = input.estimates.map((estimate) => ({ ...estimate, value: null, interval: null }));
    const spreads = input.spreads.map((spread) => ({ ...spread, mean: null }));
    const named = allFigures({ ...input, estimates: lost, spreads }).filter(({ name }) =>
      /stump|verbatim|condition/.test(name),
    );
    expect(named.length).toBeGreaterThan(3);
    for (const figure of named) expect(figure).toMatchObject({ kind: 'absent', reason: /\w{3}/ });
  });
});
