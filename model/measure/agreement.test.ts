import { expect, it } from 'vitest';
import { consensus, secondExecution } from './agreement.ts';

it('a deterministic subject is foretold in full by its second execution', () => {
  const subject = [
    [true, true, true],
    [false, false, false],
  ];
  expect(secondExecution(subject)).toEqual({ accuracy: 1, correlation: 1 });
});

it('a fair coin is foretold by nothing', () => {
  const subject = [[true, false, true, false]];
  const pairs = secondExecution(subject);
  expect(pairs.accuracy).toBeCloseTo(1 / 3); // 4 of 12 ordered pairs agree: without replacement
  expect(consensus(subject, [[true, true, true, true]]).accuracy).toBe(0.5);
});

it('consensus is the majority of the other', () => {
  const subject = [
    [true, true],
    [false, true],
  ];
  const other = [
    [true, true, false],
    [false, false, true],
  ];
  expect(consensus(subject, other)).toEqual({ accuracy: 0.75, correlation: (2 - 0) / Math.sqrt(2 * 3 * 1 * 2) });
});
