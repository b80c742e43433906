import { describe, expect, test } from 'vitest';
import { someExample, someRowOptions } from '../../../test/support/train/examples.ts';
import { makeRows } from './make-rows.ts';
import { mixRows } from './mix-rows.ts';

const rowsOf = (task: string, count: number) =>
  makeRows(
    Array.from({ length: count }, (_, number) => someExample({ task, string: `${task} ${number}` })),
    { ...someRowOptions, validationShare: 0 },
  ).train;
const [shifted, self] = [rowsOf('openings', 80), rowsOf('animals', 80)];

describe('mixRows', () => {
  test.each([0.1, 0.2, 0.5])('makes the other rows a share of %d of every beginning', (share) => {
    const mixed = mixRows(shifted, self, share);
    for (const size of [20, 40, mixed.length]) {
      const others = mixed.slice(0, size).filter(({ task }) => task === 'animals').length;
      expect(Math.abs(others - size * share)).toBeLessThanOrEqual(1);
    }
    expect(mixed.filter(({ task }) => task === 'openings')).toEqual(shifted);
    expect(mixRows(shifted.slice(0, 40), self, share)).toEqual(
      mixed.slice(0, mixRows(shifted.slice(0, 40), self, share).length),
    );
  });

  test('refuses a share that cannot be, and too few other rows', () => {
    expect(() => mixRows(shifted, self, 1)).toThrow('cannot be 1');
    expect(() => mixRows(shifted, self.slice(0, 5), 0.5)).toThrow('needs 80 additional rows, but there are only 5');
  });
});
