import { expect, test } from 'vitest';
import { madeInput } from '../../../../test/support/report-input.ts';
import { raschReport } from '../../../analyze/rasch/rasch-table.ts';
import { readPublishedResults } from '../../../data/files/published-results.ts';
import { publishedBenchmarks } from '../../../data/shipped-datasets.ts';
import { experimentRegistry } from '../../../experiments/registry.ts';
import { allFigures } from '../all-figures.ts';
import { raschMap } from './rasch-map.ts';

const rasch = raschReport(publishedBenchmarks(), 'paper');
const nothing = { findings: [], comparison: null, calibration: [], spreads: [], attributes: null };

test('is drawn for models of the benchmark table or beside the published ones, not for a run of other models', async () => {
  const models = Array.from({ length: 7 }, (_, index) => `own/${index}`);
  const { estimates } = await madeInput({ models, items: 6, samples: 1, seed: 1, losses: 0, probabilities: false });
  const input = { ...nothing, experiments: experimentRegistry(), estimates, rasch, published: null };
  const names = (more: object) => allFigures({ ...input, ...more }).map(({ name }) => name);
  expect(names({})).toContain('all-experiments');
  expect(names({})).not.toContain('rasch-map');
  expect(names({ published: readPublishedResults() })).toContain('rasch-map');
  const listed = estimates.map((estimate) => ({ ...estimate, model: 'openai/o4-mini' }));
  expect(names({ estimates: [...estimates, ...listed] })).toContain('rasch-map');
});

test('has one axis that includes every bar', () => {
  const figure = raschMap(rasch);
  if (figure.kind !== 'drawn') throw new Error('drawn');
  expect(JSON.stringify(figure.narrow)).toContain('"width":170');
  const { vconcat } = figure.spec as unknown as { readonly vconcat: readonly object[] };
  const domains = vconcat.map((row) => /"domain":(\[-?[\d.]+,[\d.]+\])/.exec(JSON.stringify(row))?.[1]);
  expect(domains[0]).toBe(domains[1]);
  const [low = 0, high = 0] = JSON.parse(domains[0] ?? '[]') as number[];
  for (const { delta, se } of rasch.benchmarks) {
    expect((delta ?? 0) - (se ?? 0)).toBeGreaterThan(low);
    expect((delta ?? 0) + (se ?? 0)).toBeLessThan(high);
  }
});
