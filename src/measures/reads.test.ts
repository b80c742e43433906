import { describe, expect, it } from 'vitest';
import type { Measure } from '../domain/measure.ts';
import * as authored from './authored/authored-measures.ts';
import * as binary from './binary/binary-measures.ts';
import * as categorical from './categorical/categorical-measures.ts';
import * as numeric from './numeric/numeric-measures.ts';
import { outcomeKinds } from './outcome-kinds.ts';
import * as ranking from './ranking/ranking-measures.ts';
import * as text from './text/text-measures.ts';

const measures = [authored, binary, categorical, numeric, ranking, text]
  .flatMap((each) => Object.values(each).flat())
  .filter((each): each is Measure => typeof each === 'object' && 'value' in each);

describe('reads', () => {
  it.each(measures.map((measure) => [measure.name, measure] as const))('lists all that %s reads', (_, measure) => {
    const totals = Float64Array.from(outcomeKinds[measure.kind].columns, (__, index) => 40 + ((7 * index) % 11));
    const read = totals.map((sum, index) => (measure.reads?.includes(index) === false ? Number.NaN : sum));
    expect(measure.value(totals)).toBeGreaterThan(-4);
    expect(measure.value(read)).toBe(measure.value(totals));
  });

  it('is present in the measures of the paper, whose jackknife takes the most time', () => {
    const all = measures.filter(({ kind }) => kind === 'binary' || kind === 'ranking');
    expect(all.filter(({ reads }) => reads === undefined)).toEqual([]);
  });
});
