import { describe, expect, it } from 'vitest';
import { areDecisions, probabilitiesOf } from './probability-scale.ts';

const read = (...values: readonly (string | number | null)[]) =>
  probabilitiesOf(values).map((each) => (each.kind === 'stated' ? each.value : each.reason));

describe('probabilitiesOf', () => {
  it.each([
    ['shares', [0.8, '0.25', 1, 0], [0.8, 0.25, 1, 0]],
    ['percent: 1 is 1 %', [80, '25', 1, 0], [0.8, 0.25, 0.01, 0]],
    ['percent signs, beside shares', ['80 %', 0.25, '1%'], [0.8, 0.25, 0.01]],
    ['both scales: values up to 1 are ambiguous', [80, 0.25, 1], [0.8, 'ambiguous-scale', 'ambiguous-scale']],
    ['0 and 1 alone: decisions', [0, '1', 1], [0, 1, 1]],
    ['1 alone: ambiguous', [1, '1'], ['ambiguous-scale', 'ambiguous-scale']],
    ['0 and 1 beside a percent sign: not decisions', [0, 1, '1%'], ['ambiguous-scale', 'ambiguous-scale', 0.01]],
    [
      'what is no probability',
      ['high', '', 101, -1, '120 %', Number.NaN, null],
      ['unreadable', 'unreadable', 'unreadable', 'unreadable', 'unreadable', 'unreadable', 'not-stated'],
    ],
  ])('reads %s', (_, values, expected) => {
    expect(read(...values)).toEqual(expected);
  });

  it('reads the decisions of a model that always keeps by those of the other models', () => {
    expect(probabilitiesOf([1, 1], areDecisions([1, 1, 0, null, 1]))).toEqual([
      { kind: 'stated', value: 1 },
      { kind: 'stated', value: 1 },
    ]);
  });
});
