import { describe, expect, it } from 'vitest';
import type { Measure } from '../domain/measure.ts';
import { authoredMeasures } from './authored.ts';
import { binaryMeasures } from './binary.ts';
import { categoricalMeasures } from './categorical.ts';
import { log2Bias, log2Error, typicalTokens, withinFactorTwo } from './numeric.ts';
import { kindOfMeasure } from './outcome-kinds.ts';
import { rankingMeasures } from './ranking.ts';
import { textMeasures } from './text.ts';

const numeric = [log2Bias, log2Error, typicalTokens, withinFactorTwo];
const measures: readonly Measure[] = [
  ...[authoredMeasures, binaryMeasures, rankingMeasures, textMeasures].flatMap((each) => Object.values(each).flat()),
  ...categoricalMeasures,
  ...numeric,
];

describe('reads', () => {
  it.each(measures.map((measure) => [measure.name, measure] as const))('lists all that %s reads', (_, measure) => {
    const totals = Float64Array.from(kindOfMeasure(measure).columns, (__, index) => 40 + ((7 * index) % 11));
    const read = totals.map((sum, index) => (measure.reads?.includes(index) === false ? Number.NaN : sum));
    expect(measure.value(totals)).toBeGreaterThan(-4);
    expect(measure.value(read)).toBe(measure.value(totals));
  });

  it('is present in the measures of the paper, whose jackknife takes the most time', () => {
    const all = measures.filter(({ kind }) => kind === 'binary' || kind === 'ranking');
    expect(all.filter(({ reads }) => reads === undefined)).toEqual([]);
  });
});
