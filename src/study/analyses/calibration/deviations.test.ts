import { describe, expect, it } from 'vitest';
import { deviationsOf } from './deviations.ts';

describe('deviationsOf', () => {
  it('takes shares from the half that did not rank, in both directions', () => {
    // Two executions are halved in one way. Row 1, forward: value 0 ranks, executed 0, predicted 1, own 1; backward: value 1
    // ranks, executed 0, predicted 0, own 1. Row 2 in both directions: value 0, executed 1, predicted 1/2, own 1.
    const rows = [
      { ranks: 1, values: 2, executions: [0, 1], predictions: [0, 0] },
      { ranks: 1, values: 2, executions: [0, 0], predictions: [0, 1] },
    ];
    // Bins 0 and 1: forward (1 + 1/2) / 2, backward (0 + 1/2) / 2; own (1 + 0) / 2 in both.
    expect(deviationsOf(rows)).toEqual({ predicted: 50, own: 50 });
  });

  it('is null where all executed shares are equal', () => {
    expect(deviationsOf([{ ranks: 3, values: 1, executions: [0, 0], predictions: [0] }])).toBeNull();
    expect(deviationsOf([])).toBeNull();
  });
});
