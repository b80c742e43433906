import { describe, expect, it } from 'vitest';
import { confidenceColumn, probabilitiesOf } from './probability-scale.ts';

const read = (...values: readonly (string | number | null)[]) =>
  probabilitiesOf(values).map((each) => (each.kind === 'stated' ? each.value : each.reason));

describe('probabilitiesOf', () => {
  it.each([
    ['shares', [0.8, '0.25', 1, 0], [0.8, 0.25, 1, 0]],
    ['percent: 1 is 1 %', [80, '25', 1, 0], [0.8, 0.25, 0.01, 0]],
    ['percent signs, beside shares', ['80 %', 0.25, '1%'], [0.8, 0.25, 0.01]],
    ['percent with commas and words', ['80,5 %', '25 percent', '.5%'], [0.805, 0.25, 0.005]],
    ['shares with decimal commas', ['0,8', '0,25', '1,0'], [0.8, 0.25, 1]],
    ['points of a maximum', ['7/10', '3 of 4', '10 out of 10'], [0.7, 0.75, 1]],
    ['words for an absent value', ['NaN', 'n/a', 'None', '-', '', Number.NaN, null], Array(7).fill('not-stated')],
    ['both scales: values up to 1 are ambiguous', [80, 0.25, 1], [0.8, 'ambiguous-scale', 'ambiguous-scale']],
    ['0 and 1 alone: decisions', [0, '1', 1], [0, 1, 1]],
    ['words for decisions', ['True', 'false', 'TRUE', null], [1, 0, 1, 'not-stated']],
    ['other words for decisions', ['yes', 'No', 'keep ', 'withdraw'], [1, 0, 1, 0]],
    ['one word alone: ambiguous', ['yes', 'yes'], ['ambiguous-scale', 'ambiguous-scale']],
    ['words beside numbers: not decisions', ['yes', 'no', 0.8], ['unreadable', 'unreadable', 0.8]],
    ['words beside other words: not decisions', ['yes', 'no', 'maybe'], Array(3).fill('unreadable')],
    ['1 alone: ambiguous', [1, '1'], ['ambiguous-scale', 'ambiguous-scale']],
    ['0 and 1 beside a percent sign: not decisions', [0, 1, '1%'], ['ambiguous-scale', 'ambiguous-scale', 0.01]],
    ['what is no probability', ['high', 101, -1, '120 %', '11/10'], Array(5).fill('unreadable')],
  ])('reads %s', (_, values, expected) => {
    expect(read(...values)).toEqual(expected);
  });

  it.each([
    ['1 to 10', [3, 7, 10]],
    ['0 to 10, as texts', ['0', '7', '10']],
    ['1 to 5', [1, 5, 3]],
    ['1 to 7', [7, 1, 4]],
    ['0 to 4', [0, 4, 2]],
    ['0 to 10 with halves', [0.5, 7.5, 9]],
    ['0 to 3, each a 2', [2, 2]],
    ['shares with a slip', [0.8, 0.9, 1.2]],
  ])('does not read ratings of %s as percent', (_, values) => {
    expect(read(...values)).toEqual(values.map(() => 'ambiguous-scale'));
  });

  it('reads percent up to 10 by the other models of the log, and every scale by the range that is given', () => {
    const column = confidenceColumn([3, 7, 80]);
    expect(probabilitiesOf([3, 7], column)).toEqual([
      { kind: 'stated', value: 0.03 },
      { kind: 'stated', value: 0.07 },
    ]);
    const stated = (range: readonly [number, number], ...values: readonly (string | number)[]) =>
      probabilitiesOf(values, confidenceColumn(values, range)).map((each) => each.kind === 'stated' && each.value);
    expect(stated([0, 10], 0, '7', 10, '7 %')).toEqual([0, 0.7, 1, 0.07]);
    expect(stated([1, 5], 1, 2, 5)).toEqual([0, 0.25, 1]);
    expect(stated([0, 100], 1, 7)).toEqual([0.01, 0.07]);
    expect(stated([0, 1], 1, 1)).toEqual([1, 1]);
    expect(stated([0, 1], 7, -1, 0.5)).toEqual([false, false, 0.5]);
  });

  it('reads the decisions of a model that always keeps by those of the other models', () => {
    expect(probabilitiesOf([1, 1], confidenceColumn([1, 1, 0, null, 1]))).toEqual([
      { kind: 'stated', value: 1 },
      { kind: 'stated', value: 1 },
    ]);
  });
});
