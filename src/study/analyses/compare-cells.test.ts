import { describe, expect, it } from 'vitest';
import { predictionRow } from '../../../test/support/study/prediction-row.ts';
import { CellIndex } from './cells.ts';
import { compareCells } from './compare-cells.ts';
import { againstScramble } from './pairs/against-scramble.ts';
import type { Arm, PredictionRow } from './rows.ts';

/** Returns forty rows of one arm of ann about itself; `said` gives the prediction of each. */
function rowsOf(arm: Arm, said: (n: number, truth: string) => string | null): readonly PredictionRow[] {
  return Array.from({ length: 40 }, (_, n) => {
    const truth = n % 2 === 0 ? 'cat' : 'owl';
    const trainedOn = arm === 'untrained' ? null : 'ann';
    return predictionRow({ arm, trainedOn, cluster: `s${n}`, truth, prediction: said(n, truth) });
  });
}

const self = rowsOf('self', (n, truth) => (n < 30 ? truth : 'dog'));
const scramble = rowsOf('scramble', () => 'cat');
const untrained = rowsOf('untrained', (n) => (n < 20 ? null : 'cat'));

describe('compareCells', () => {
  it('compares two predictors on the rows they share', () => {
    const found = compareCells(self, scramble.slice(0, 36));
    expect(found.first.value).toBeCloseTo(30 / 36, 12);
    expect(found.difference.value).toBeCloseTo(12 / 36, 12);
  });

  it('gives the reason for a missing value', () => {
    expect(compareCells(self, []).difference.missing).toBe('one of the two predictors has no rows');
    expect(compareCells(self, scramble.slice(0, 5)).difference.missing).toMatch(/enough rows/);
  });
});

describe('againstScramble', () => {
  it('splits the gain with coverage held fixed', () => {
    const [gain] = againstScramble(new CellIndex([...self, ...scramble, ...untrained]));
    expect(gain!.itemSpecific.difference.value).toBeCloseTo(0.75 - 0.5, 12);
    // On the twenty rows that the untrained model answered, both predict "cat": learning the answer form is not a gain.
    expect(gain!.formatAndBaseRate.difference.value).toBe(0);
    expect(gain!.formatAndBaseRate.difference.n).toBe(20);
  });
});
