import { describe, expect, it } from 'vitest';
import { isPaged, pagerSetting } from './page-lines.ts';

const lines = (count: number) => Array.from({ length: count }, (_, index) => `line ${index}`);

describe('isPaged', () => {
  it('is true where the lines do not fit on the terminal', () => {
    expect(isPaged(lines(24), { rows: 24, program: 'less' })).toBe(true);
    expect(isPaged(lines(23), { rows: 24, program: 'less' })).toBe(false);
  });

  it('is false without a terminal, without a program, and for cat', () => {
    expect(isPaged(lines(99), { rows: null, program: 'less' })).toBe(false);
    for (const program of ['', 'cat']) expect(isPaged(lines(99), { rows: 24, program })).toBe(false);
  });
});

describe('pagerSetting', () => {
  it('takes $PAGER, and none where stdout is no terminal', () => {
    expect(pagerSetting(false, { PAGER: ' more -d ' })).toEqual({ rows: null, program: 'more -d' });
    expect(pagerSetting(true, { PAGER: '' }).program).toBe('');
  });
});
