import { describe, expect, it } from 'vitest';
import { predictionRow } from '../../../test/support/study/prediction-row.ts';
import { simulatedModel, simulatedRows, simulatedWorld } from '../../../test/support/study/simulated-rows.ts';
import { accuracyTable } from './accuracy.ts';
import { analyzeStudy } from './analyze-study.ts';
import { rulesOfTargets } from './rules.ts';

/** Forty strings: "cat" in 30, "owl" in 10; ann predicts so in the first 36 rows and nothing in the last four. */
const rows = Array.from({ length: 40 }, (_, n) => {
  const truth = n % 4 === 3 ? 'owl' : 'cat';
  return predictionRow({ cluster: `s${n}`, truth, prediction: n < 36 ? truth : null, echo: 'owl' });
});

describe('accuracyTable', () => {
  const accuracy = accuracyTable(rows, rulesOfTargets(rows, 1));

  it("reports the rules' scores on the same rows with each accuracy", () => {
    expect(accuracy).toEqual([
      {
        predictor: 'ann, self, ann',
        base: 'ann',
        arm: 'self',
        trainedOn: 'ann',
        target: 'ann',
        group: 'animals × first-word',
        value: 0.9,
        n: 40,
        coverage: 0.9,
        baselines: { mode: 0.75, oracleMode: 0.75, itemOnly: 0.75, echo: 0.25 },
      },
    ]);
  });

  it('leaves out training rows', () => {
    const all = [...rows, predictionRow({ split: 'train' })];
    expect(accuracyTable(all, rulesOfTargets(all, 1))).toHaveLength(1);
  });
});

const models = ['ann', 'bob'].map((name) => simulatedModel(name, 3, { knowledge: 0.6 }));
const simulated = simulatedRows(simulatedWorld(models, 3), { strings: 60, seed: 1 });
const isAnn = ({ arm, base, target }: { arm: string; base: string; target: string }) =>
  arm === 'self' && base === 'ann' && target === 'ann';

describe('predictorAccuracies', () => {
  it('gives the accuracies of the verdict with an interval each', () => {
    const { predictors, pairs } = analyzeStudy({ predictions: simulated }, { seed: 1 });
    const own = predictors.find(isAnn);
    expect(own?.accuracy.value).toBeCloseTo(pairs[0]?.accuracy?.aa as number, 12);
    const [low, high] = own?.accuracy.interval ?? [1, 0];
    expect(low).toBeLessThan(own?.accuracy.value as number);
    expect(high).toBeGreaterThan(own?.accuracy.value as number);
  });

  it('withholds an accuracy where fewer than half of the predictions could be read', () => {
    const unread = simulated.map((row, index) =>
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
