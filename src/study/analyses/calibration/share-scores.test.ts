import { describe, expect, it } from 'vitest';
import { jensenShannon, shareBrier } from './share-scores.ts';

const row = (predictions: readonly number[], executions: readonly number[]) => ({
  ranks: 3,
  values: 2,
  predictions,
  executions,
});

describe('shareBrier', () => {
  it.each([
    ['all predictions right', [0, 0], [0, 0], 0],
    ['all predictions wrong', [1, 1], [0, 0], 2],
    // Predicted .5 and .5: (.5 - 1)² + .5² for either execution.
    ['half of the predictions right', [0, 1], [0, 1], 0.5],
    // Predicted .75, .25 and executed 0: .25² + .25².
    ['three of four right', [0, 0, 0, 1], [0], 0.125],
  ])('is as Brier defined it: %s', (_, predictions, executions, expected) => {
    expect(shareBrier([row(predictions, executions)])).toBeCloseTo(expected, 12);
  });

  it('weighs executions equally, and is null without any', () => {
    expect(shareBrier([row([0], [0, 0, 0]), row([1], [0])])).toBeCloseTo(2 / 4, 12);
    expect(shareBrier([])).toBeNull();
  });
});

describe('jensenShannon', () => {
  it('is 0 for equal shares and 1 bit for values apart', () => {
    expect(jensenShannon([row([0, 1], [1, 0, 1, 0])])).toBeCloseTo(0, 12);
    expect(jensenShannon([row([0], [1])])).toBeCloseTo(1, 12);
  });

  it('is .31128 bits for (1, 0) against (1/2, 1/2)', () => {
    // scipy: jensenshannon([1, 0], [.5, .5], base=2) ** 2
    expect(jensenShannon([row([0], [0, 1])])).toBeCloseTo(0.311278, 6);
  });
});
