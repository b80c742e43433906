import { describe, expect, it } from 'vitest';
import { simulatedModel, simulatedRows, simulatedWorld } from '../../../../test/support/study/simulated-rows.ts';
import { analyzeStudy } from '../analyze-study.ts';

const models = ['ann', 'bob'].map((name) => simulatedModel(name, 3, { knowledge: 0.6 }));
const rows = simulatedRows(simulatedWorld(models, 3), { strings: 60, seed: 1 });
const isAnn = ({ arm, base, target }: { arm: string; base: string; target: string }) =>
  arm === 'self' && base === 'ann' && target === 'ann';

describe('predictorAccuracies', () => {
  it('gives the accuracies of the verdict with an interval each', () => {
    const { predictors, pairs } = analyzeStudy({ predictions: rows }, { seed: 1 });
    const own = predictors.find(isAnn);
    expect(own?.accuracy.value).toBeCloseTo(pairs[0]?.accuracy?.aa as number, 12);
    const [low, high] = own?.accuracy.interval ?? [1, 0];
    expect(low).toBeLessThan(own?.accuracy.value as number);
    expect(high).toBeGreaterThan(own?.accuracy.value as number);
  });

  it('withholds an accuracy where fewer than half of the predictions could be read', () => {
    const unread = rows.map((row, index) =>
      isAnn(row) && index % 5 < 3 ? { ...row, prediction: null, right: null } : row,
    );
    const { predictors } = analyzeStudy({ predictions: unread }, { seed: 1 });
    expect(predictors.find(isAnn)?.accuracy).toMatchObject({
      ...{
        value: null,
        interval: null,
        missing: expect.stringMatching(/^withheld: \d\d % of predictions could be read$/),
      },
    });
    expect(predictors.filter(({ accuracy }) => accuracy.value === null)).toHaveLength(1);
  });
});
