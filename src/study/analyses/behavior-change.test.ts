import { describe, expect, it } from 'vitest';
import { shiftRow } from '../../../test/support/study/shift-row.ts';
import { behaviorChange, trackingOf } from './behavior-change.ts';

/**
 * Thirty changed strings: 12 followed, 6 as before, 12 neither; the unshifted model predicts "cat" in 20. And ten
 * unchanged.
 */
const rows = [
  ...Array.from({ length: 30 }, (_, n) =>
    shiftRow({
      cluster: `s${n}`,
      shifted: n < 12 ? 'owl' : n < 18 ? 'cat' : 'dog',
      unshifted: n % 3 === 0 ? 'dog' : 'cat',
    }),
  ),
  ...Array.from({ length: 10 }, (_, n) => shiftRow({ cluster: `u${n}`, after: 'cat' })),
];

describe('behaviorChange', () => {
  const [change] = behaviorChange(rows, 'training');

  it('scores changed rows against both behaviors', () => {
    expect(change!.n).toBe(30);
    expect(change!.accuracyNew.value).toBeCloseTo(12 / 30, 12);
    expect(change!.accuracyOld.value).toBeCloseTo(6 / 30, 12);
    expect(change!.tracking.value).toBeCloseTo(6 / 18, 12);
    expect(change!.trackingUnshifted.value).toBe(-1);
    expect(change!.differenceInDifferences.value).toBeCloseTo(6 / 30 + 20 / 30, 12);
  });

  it('tests by string: 12 against 6, exact p .2379 (R: binom.test(6, 18))', () => {
    expect(change!.mcnemar).toMatchObject({ newer: 12, older: 6 });
    expect(change!.mcnemar?.p).toBeCloseTo(0.2379, 4);
  });

  it('gives no accuracies and no tracking where fewer than half of the predictions are readable', () => {
    const unread = rows.map((row, n) => (n < 29 ? { ...row, shifted: null } : row));
    const [found] = behaviorChange(unread, 'training');
    const values = [found!.accuracyNew, found!.accuracyOld, found!.tracking, found!.differenceInDifferences];
    expect(found!.coverage).toBeCloseTo(1 / 30, 12);
    for (const each of values) expect(each).toMatchObject({ value: null, missing: expect.stringMatching(/^3 % of/) });
    expect(found!.mcnemar).toBeNull();
    expect(found!.changed.value).toBe(0.75);
  });

  it('compares the changed share with that of two runs of one model', () => {
    expect(change!.changed.value).toBe(0.75);
    expect(change!.noise.value).toBe(0);
    expect(change!.beyondNoise.value).toBe(0.75);
  });

  it('gives no tracking where as much differs between two runs of one model', () => {
    const noisy = rows.map((row, n) => ({ ...row, beforeAgain: n < 10 ? 'cat' : 'owl' }));
    const [found] = behaviorChange(noisy, 'training');
    expect(found!.tracking).toMatchObject({ value: null, missing: expect.stringMatching(/unshifted model/) });
  });

  it('says that the noise floor was not measured without a second run, and still gives tracking', () => {
    const [found] = behaviorChange(
      rows.map((row) => ({ ...row, beforeAgain: null })),
      'training',
    );
    expect(found!.noise.missing).toBe('no second set of executions before the shift');
    expect(found!.tracking.value).toBeCloseTo(6 / 18, 12);
  });

  it('compares with the unshifted model only where that was asked', () => {
    const [found] = behaviorChange(
      rows.map((row) => ({ ...row, unshifted: null })),
      'training',
    );
    expect(found!.differenceInDifferences.missing).toBe('no predictions of the unshifted model');
    expect(found!.tracking.value).toBeCloseTo(6 / 18, 12);
  });

  it('gives a binary property one accuracy, not two that add up to 100 %', () => {
    const [found] = behaviorChange(
      rows.map((row) => ({ ...row, binary: true })),
      'training',
    );
    expect(found!.properties).toEqual([{ property: 'first-word', n: 30, accuracyNew: 0.4, accuracyOld: null }]);
  });

  it('weighs groups equally', () => {
    const other = { group: 'words × last-word', property: 'last-word', shifted: 'owl' };
    const [found] = behaviorChange([...rows, shiftRow({ ...other, cluster: 'one' })], 'training');
    expect(found!.accuracyNew.value).toBeCloseTo((0.4 + 1) / 2, 12);
  });
});

describe('trackingOf', () => {
  it('is null where no prediction is right', () => {
    expect(trackingOf(0, 0)).toBeNull();
    expect(trackingOf(0.3, 0.1)).toBeCloseTo(0.5, 12);
  });
});
