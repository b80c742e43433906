import { describe, expect, it } from 'vitest';
import { predictionRow } from '../../../../test/support/study/prediction-row.ts';
import { accuracyTable, rulesOfTargets } from './accuracy-table.ts';

/** Forty strings: "cat" in 30, "owl" in 10; ann predicts so in the first 36 rows and nothing in the last four. */
const rows = Array.from({ length: 40 }, (_, n) => {
  const truth = n % 4 === 3 ? 'owl' : 'cat';
  return predictionRow({ cluster: `s${n}`, truth, prediction: n < 36 ? truth : null, echo: 'owl' });
});

describe('accuracyTable', () => {
  const { accuracy, beyondBaselines } = accuracyTable(rows, rulesOfTargets(rows, 1));

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

  it('compares the target’s own model with the best rule', () => {
    expect(beyondBaselines).toMatchObject([{ target: 'ann', best: 'mode' }]);
    expect(beyondBaselines[0]!.difference.value).toBeCloseTo(0.15, 12);
  });

  it('leaves out training rows, scaling arms and shown responses', () => {
    const others = [{ split: 'train' as const }, { size: 1_000 }, { arm: 'read-off' as const }].map(predictionRow);
    expect(accuracyTable([...rows, ...others], rulesOfTargets([...rows, ...others], 1)).accuracy).toHaveLength(1);
  });
});
