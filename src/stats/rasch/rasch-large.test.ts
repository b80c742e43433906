import { describe, expect, it } from 'vitest';
import { simulatedScores } from '../../../test/support/stats/simulated-scores.ts';
import { rasch } from './rasch.ts';
import type { RaschMeasure } from './rasch-measure.ts';

function estimated(measure: RaschMeasure | undefined): RaschMeasure & { kind: 'estimated' } {
  if (measure?.kind !== 'estimated') throw new Error('not estimated');
  return measure;
}

// All values of R come from bench/reference/rasch-large.R.
describe('1,000 models x 1,000 benchmarks with 30 % missing, against R’s sparse glm4', () => {
  const table = simulatedScores({ seed: 3, models: 1_000, items: 1_000, missing: 0.3 });
  const fit = rasch(table);
  const some = [0, 249, 499, 749, 999];

  it('has the same data', () => {
    expect(table.flat().filter((score) => score === null)).toHaveLength(300_112);
    expect(table.flat().filter((score) => score === 1)).toHaveLength(349_838);
  });

  it('gives the same measures, standard errors and likelihood in a few rounds', () => {
    const theta = [-1.5328218372, -0.790005635308, 0.0828089395106, 0.747069812019, 1.54626579753];
    const delta = [-1.0980796296, -0.554855887237, -0.0601865866004, 0.505555433464, 0.990792426402];
    for (const [position, index] of some.entries()) {
      expect(estimated(fit.models[index]).measure).toBeCloseTo(theta[position]!, 8);
      expect(estimated(fit.benchmarks[index]).measure).toBeCloseTo(delta[position]!, 8);
    }
    expect(estimated(fit.models[0]).se).toBeCloseTo(0.0995950940617, 8);
    expect(estimated(fit.benchmarks[999]).se).toBeCloseTo(0.0889792527432, 8);
    expect(fit.negativeLogLikelihood).toBeCloseTo(411_047.031248, 5);
    expect(fit).toMatchObject({ converged: true, blocks: 1 });
    expect(fit.rounds).toBeLessThan(20); // each takes about a twentieth of a second
  });
});

describe('1,000 models, against R’s eRm, whose conditional estimates have no bias', () => {
  // The bias is L / (L - 1) to first order: the rest decreases with the number of benchmarks L.
  it.each([
    [20, 0.003, [-0.934667965666, -0.713843002034, 0.825382074998]],
    [50, 0.0015, [-1.06806471091, -0.835682450051, 1.09118971259]],
    [100, 0.001, [-1.0832705953, -0.818748716425, 1.07329433853]],
  ])('%i benchmarks: (L - 1) / L of the joint difficulties lies within %f', (items, most, conditional) => {
    const { benchmarks } = rasch(simulatedScores({ seed: 5, models: 1_000, items, missing: 0 }));
    for (const [position, index] of [0, 1, items - 1].entries()) {
      const corrected = (estimated(benchmarks[index]).measure * (items - 1)) / items;
      expect(Math.abs(corrected - conditional[position]!)).toBeLessThan(most);
      // Without the correction this would not hold.
      expect(Math.abs(estimated(benchmarks[index]).measure - conditional[position]!)).toBeGreaterThan(most);
    }
  });
});
