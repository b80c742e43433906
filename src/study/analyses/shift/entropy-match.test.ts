import { describe, expect, it } from 'vitest';
import { shiftRow } from '../../../../test/support/study/shift-row.ts';
import { changedRows } from './changed-rows.ts';
import { entropyMatched, matchedSides } from './entropy-match.ts';

const rows = changedRows(
  [
    ['cat', 'owl'],
    ['cat', 'owl'],
    ['cat', 'dog'],
    ['owl', 'cat'],
    ['ant', 'owl'],
  ].map(([before, after], n) => shiftRow({ before: before!, after: after!, shifted: 'owl', cluster: `s${n}` })),
);

describe('matchedSides', () => {
  it('keeps all values of both sides, each equally often', () => {
    // Before: cat 3, owl 1, ant 1. After: owl 3, dog 1, cat 1. Common: cat 1, owl 1.
    const { before, after } = matchedSides(rows);
    expect(before.map((row) => row.before).sort()).toEqual(['cat', 'owl']);
    expect(after.map((row) => row.after).sort()).toEqual(['cat', 'owl']);
  });
});

describe('entropyMatched', () => {
  it('removes the gain of a model that always predicts what is frequent now', () => {
    // "owl" is right in 3 of 5 rows after the shift and in 1 of 5 before; with equal frequencies it is right in 1 of 2
    // on both sides.
    expect(entropyMatched(rows, 1)).toEqual({ accuracyNew: 0.5, accuracyOld: 0.5, kept: 2 });
  });

  it('is null where the two sides share no value', () => {
    const apart = changedRows([shiftRow()]);
    expect(entropyMatched(apart, 1)).toEqual({ accuracyNew: null, accuracyOld: null, kept: 0 });
  });
});
