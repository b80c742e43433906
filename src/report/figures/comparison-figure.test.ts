import { describe, expect, it } from 'vitest';
import type { Difference } from '../../results/comparison.ts';
import { comparisonFigure } from './comparison-figure.ts';
import { renderSvg } from './render/render-svg.ts';

function difference(value: number, more: Partial<Difference> = {}): Difference {
  return {
    ...{ experiment: 'restriction', condition: 'paper', measure: 'accuracy', better: 'higher' },
    ...{ a: 'maker/one', b: 'maker/two', models: ['maker/one', 'maker/two'], runs: ['r', 'r'], items: 60 },
    quantity: { value, interval: [value - 0.1, value + 0.1], n: 60, clusters: 60, effective: 60, missing: null },
    ...{ unit: 'share', means: { a: 0.6 + value, b: 0.6 }, counts: null, test: 't', p: 0.2, adjusted: 0.2, family: 1 },
    ...{ word: 'no difference found', reason: null, detectable: 0.15, gate: null },
    missing: { a: 0, b: 0, units: 0, changed: false },
    ...{ asked: 60, groups: 60, ties: 40, alone: { a: 0, b: 0 }, answered: null },
    ...more,
  };
}

function drawn(differences: readonly Difference[]) {
  const figure = comparisonFigure(differences, (experiment) => `task of ${experiment}`);
  if (figure.kind !== 'drawn' || figure.narrow === undefined) throw new Error('drawn in two layouts');
  return { ...figure, narrow: figure.narrow, text: JSON.stringify(figure.spec) };
}

describe('comparisonFigure', () => {
  it('draws both scores in percent, and their difference, its interval and the detectable one in points', () => {
    const { text } = drawn([difference(-0.071)]);
    for (const part of [
      '"a":52.9',
      '"b":60',
      '"value":-7.1',
      '"low":-17',
      '"high":2',
      '"detectable":15',
      '"text":"−7"',
    ])
      expect(text).toContain(part);
    expect(text).toContain('"label":"one − two"');
    expect(text).toContain('task of restriction');
  });

  it('gives each task an axis of its own where one task has differences that are many times as large, and says so', () => {
    const endsOf = ({ text }: { readonly text: string }) =>
      new Set([...text.matchAll(/"domain":\[-([\d.]+),/g)].map(([, end]) => end));
    const small = difference(0.02, { detectable: 0.1 });
    const other = (value: number) => difference(value, { experiment: 'know', detectable: 0.1 });
    expect(endsOf(drawn([small, other(0.15)])).size).toBe(1);
    expect(endsOf(drawn([small, other(0.95)])).size).toBe(2);
    expect(drawn([small, other(0.95)]).text).toContain('Each task has its own axis');
    expect(drawn([small, other(0.15)]).text).not.toContain('own axis');
  });

  it('counts the differences that are found, of all pairs', () => {
    const found = difference(0.3, { word: 'higher', a: 'x', b: 'y' });
    expect(drawn([found, difference(0), difference(0.1, { a: 'z' })]).title).toBe(
      '1 of 3 comparisons on the same items finds a difference: accuracy',
    );
    expect(drawn([difference(-0.3, { word: 'lower' })]).title).toBe(
      'Accuracy: one is lower than two by 30 points on the same items',
    );
    expect(drawn([difference(-0.04)]).title).toBe('Accuracy of one and two on the same items: no difference found');
    expect(drawn([found, difference(0.1, { measure: 'brier', a: 'z' })]).title).toBe(
      '1 of 2 comparisons on the same items finds a difference of scores',
    );
  });

  it('draws the fifteen pairs with the smallest p of more, and says so', () => {
    const many = Array.from({ length: 20 }, (_, index) =>
      difference(0.1, { a: `m${index}`, adjusted: (20 - index) / 20 }),
    );
    const { text, caption } = drawn(many);
    expect(new Set(text.match(/"label":"m\d+/g)).size).toBe(15);
    expect(text).toContain('"label":"m19 −');
    expect(text).not.toContain('"label":"m0 −');
    expect(caption).toContain('15 of 20 pairs');
  });

  it('draws and counts no difference without a test, and says so', () => {
    const untested = difference(1, { adjusted: null, word: 'no test', reason: 'too few', a: 'few' });
    const { title, text, caption } = drawn([difference(0), difference(0.1, { a: 'z' }), untested]);
    expect(title).toContain('None of 2');
    expect(text).not.toContain('few −');
    expect(caption).toContain('1 pair without a test is not drawn.');
    expect(comparisonFigure([untested], String)).toMatchObject({ kind: 'absent' });
  });

  it('has no band where no difference is detectable, and no figure where no score is a share', () => {
    expect(drawn([difference(0.1, { detectable: null })]).text).not.toContain('too small to be found');
    expect(comparisonFigure([difference(0.1, { unit: 'tokens' })], String)).toMatchObject({ kind: 'absent' });
    expect(comparisonFigure([], String)).toMatchObject({ kind: 'absent' });
  });

  it('fits a page and a phone', async () => {
    const long = { a: `maker/${'long-name-'.repeat(5)}1`, b: `maker/${'long-name-'.repeat(5)}2` };
    const { spec, narrow } = drawn([difference(0.3, long)]);
    const widthOf = (svg: string) => Number(/^<svg[^>]* width="([\d.]+)"/.exec(svg)?.[1]);
    expect(widthOf(await renderSvg(spec))).toBeLessThanOrEqual(1160);
    expect(widthOf(await renderSvg(narrow))).toBeLessThanOrEqual(362);
  });
});
