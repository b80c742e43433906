import { describe, expect, it } from 'vitest';
import { dollarsOf, writtenSeconds } from './values.ts';

describe('dollarsOf', () => {
  it.each<[unknown, number | null]>([
    [0.001, 0.001],
    ['0.001', 0.001],
    ['1e-3', 0.001],
    ['$0.0010', 0.001],
    ['US$ 2', 2],
    ['USD 2', 2],
    ['1,200.50 USD', 1200.5],
    ['0,0010', 0.001],
    ['0,5 $', 0.5],
    ['0.1 ¢', 0.001],
    ['12 cents', 0.12],
    ['€0.01', null],
    ['0.01 EUR', null],
    ['80 %', null],
    ['cheap', null],
    ['1.200,50', null],
    [-0.1, null],
    ['-$1', null],
    ['inf', null],
    [Number.NaN, null],
    ['', null],
    [null, null],
  ])('of %s is %s', (cell, dollars) => {
    expect(dollarsOf(cell)).toEqual(dollars === null ? null : expect.closeTo(dollars, 9));
  });
});

describe('writtenSeconds', () => {
  it.each<[unknown, number | null]>([
    [1.5, 1.5],
    ['1.5', 1.5],
    ['1,5', 1.5],
    ['1.2s', 1.2],
    ['350 ms', 0.35],
    ['2 minutes', 120],
    ['3 SEC', 3],
    ['1:30', null],
    ['fast', null],
    ['1 h', null],
    [-1, null],
    ['80 %', null],
    ['', null],
  ])('of %s is %s', (cell, seconds) => {
    expect(writtenSeconds(cell)).toEqual(seconds === null ? null : expect.closeTo(seconds, 9));
  });
});
