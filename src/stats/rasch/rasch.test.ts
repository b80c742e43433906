import { describe, expect, it } from 'vitest';
import { simulatedScores } from '../../../test/support/stats/simulated-scores.ts';
import { seededRandom } from '../../util/random.ts';
import { logistic } from '../distributions.ts';
import { rasch } from './rasch.ts';
import type { RaschMeasure } from './rasch-measure.ts';

function estimated(measure: RaschMeasure | undefined): RaschMeasure & { kind: 'estimated' } {
  if (measure?.kind !== 'estimated') throw new Error('not estimated');
  return measure;
}

describe('against R’s glm, whose maximum likelihood is the same (bench/reference/rasch.R)', () => {
  const table = simulatedScores({ seed: 3, models: 30, items: 8, missing: 0.2 });
  const fit = rasch(table);

  it('has the same data', () => {
    expect(table.flat().filter((score) => score === null)).toHaveLength(57);
    expect(table.flat().filter((score) => score === 1)).toHaveLength(90);
  });

  it('gives the same measures, likelihood, standard error, infit and outfit', () => {
    const theta = [-0.587013110117, -0.303477234098, -0.366522977374, -2.11763837977];
    for (const [model, value] of theta.entries()) expect(estimated(fit.models[model]).measure).toBeCloseTo(value, 6);
    const delta = [-2.23950610011, -0.271530000585, -0.0587663717036, -0.336602449578, 0.72308917964];
    for (const [item, value] of delta.entries()) expect(estimated(fit.benchmarks[item]).measure).toBeCloseTo(value, 6);
    expect(fit.negativeLogLikelihood).toBeCloseTo(85.1645127281, 7);
    const first = estimated(fit.benchmarks[0]);
    expect(first.se).toBeCloseTo(0.70337665063, 6);
    expect(first.infit).toBeCloseTo(1.1452055263, 6);
    expect(first.outfit).toBeCloseTo(1.01669899807, 6);
    expect(fit).toMatchObject({ converged: true, blocks: 1 });
  });
});

describe('against R’s eRm, which conditions abilities out', () => {
  const fit = rasch(simulatedScores({ seed: 5, models: 300, items: 8, missing: 0 }));
  const joint = [-1.13055402976, -0.923340708967, -0.479522074769, 0.0860129392061];
  const conditional = [-0.981091685395, -0.802420681455, -0.418093597779, 0.0742391891428];

  it('spreads difficulties by about L / (L - 1) = 8 / 7', () => {
    for (const [item, value] of joint.entries()) {
      const { measure } = estimated(fit.benchmarks[item]);
      expect(measure).toBeCloseTo(value, 6);
      expect(measure / conditional[item]!).toBeGreaterThan(1.1);
      expect(measure / conditional[item]!).toBeLessThan(1.2);
    }
  });

  it('has no ability for the 17 models with all or nothing right', () => {
    const none = fit.models.filter((model) => model.kind === 'none');
    expect(none).toHaveLength(17);
    expect(new Set(none.map((model) => model.reason))).toEqual(new Set(['only full scores', 'only zero scores']));
  });
});

it('recovers 1,000 models x 1,000 benchmarks with 30 % missing: errors as large as the standard errors say', () => {
  const random = seededRandom('rasch', 1);
  const spread = () => 4 * random() - 2;
  const [theta, delta] = [Array.from({ length: 1_000 }, spread), Array.from({ length: 1_000 }, spread)];
  const table = theta.map((ability) =>
    delta.map((difficulty) => (random() < 0.3 ? null : Number(random() < logistic(ability - difficulty)))),
  );
  const fit = rasch(table);
  expect(fit.converged).toBe(true);
  const centre = delta.reduce((sum, value) => sum + value, 0) / 1_000;
  const squares = fit.benchmarks.map((benchmark, index) => {
    const { measure, se } = estimated(benchmark);
    return ((measure - (delta[index]! - centre)) / se) ** 2;
  });
  const spreadOfErrors = squares.reduce((sum, value) => sum + value, 0) / 1_000;
  expect(spreadOfErrors).toBeGreaterThan(0.85);
  expect(spreadOfErrors).toBeLessThan(1.15);
});

describe('rasch without a finite estimate', () => {
  it('sets aside a benchmark that only a model with an extreme score has failed', () => {
    const fit = rasch([
      [1, 1, 0],
      [0, 1, 0],
      [1, 0, 0],
    ]);
    expect(fit.benchmarks[2]).toEqual({ kind: 'none', reason: 'only zero scores' });
    expect(fit.models[0]).toEqual({ kind: 'none', reason: 'separated' });
    expect(estimated(fit.models[1]).measure).toBeCloseTo(0, 8);
    expect(fit.blocks).toBe(1);
  });

  it('accepts an empty table', () => {
    expect(rasch([])).toMatchObject({ models: [], benchmarks: [], blocks: 0 });
    expect(rasch([[null], [null]]).models[0]).toEqual({ kind: 'none', reason: 'no scores' });
  });

  it('anchors each group of a design that is not connected', () => {
    const fit = rasch([
      [0.2, 0.6, null, null],
      [0.5, 0.9, null, null],
      [null, null, 0.1, 0.3],
      [null, null, 0.4, 0.2],
    ]);
    expect(fit.blocks).toBe(2);
    const [a, b, c, d] = fit.benchmarks.map((benchmark) => estimated(benchmark).measure);
    expect(a! + b!).toBeCloseTo(0, 9);
    expect(c! + d!).toBeCloseTo(0, 9);
    expect(estimated(fit.models[0]).block).not.toBe(estimated(fit.models[2]).block);
  });

  it('refuses scores outside [0, 1] and ragged tables', () => {
    expect(() => rasch([[82]])).toThrow(RangeError);
    expect(() => rasch([[0.1, 0.2], [0.3]])).toThrow(RangeError);
  });
});
