import { describe, expect, it } from 'vitest';
import { contrastLine } from '../../report/render/gate-lines.ts';
import { type CheckedSides, makeContrasts, makeGateContrasts } from './make-contrasts.ts';

const about = { about: 'm', note: null, sides: ['new', 'baseline'] } as const;

/** Sides with single items: `rows` are scores of the new side and of the baseline, in which a higher value is better. */
function sidesOf(rows: readonly (readonly [number, number])[], measure: CheckedSides['measure']): CheckedSides {
  const scale = { lowest: -1, highest: 1 };
  return {
    ...{
      a: 'new',
      b: 'baseline',
      measure,
      untested: null,
      cure: null,
      usable: [rows.length, rows.length],
    },
    scores: {
      own: rows.map(([own]) => own),
      other: rows.map(([, other]) => other),
      cluster: rows.map((_, unit) => unit),
      clusters: rows.length,
      scale,
    },
  };
}

const repeated = (count: number, row: readonly [number, number]) => Array.from({ length: count }, () => row);
const share = { better: 'higher', unit: 'share' } as const;
const error = { better: 'lower', unit: 'share' } as const;

describe('makeGateContrasts', () => {
  const drop = [...repeated(30, [0, 1]), ...repeated(485, [1, 1]), ...repeated(485, [0, 0])];
  const rise = drop.map(([a, b]) => [b, a] as const);

  it.each([
    { name: 'a drop that is shown, within the margin', rows: drop, word: 'lower' },
    { name: 'a rise that is shown', rows: rise, word: 'higher' },
    { name: 'equal sides', rows: repeated(1000, [1, 1]), word: 'no difference found' },
  ])('passes a margin with the word of the comparison: $name', ({ rows, word }) => {
    const sides = sidesOf(rows, share);
    const [gate] = makeGateContrasts([sides], { rule: 'lower', margin: 0.05 });
    const [compared] = makeContrasts([sides]);
    expect([gate?.word, gate?.gate?.passes]).toEqual([word, true]);
    expect([compared?.word, compared?.quantity]).toEqual([word, gate?.quantity]);
  });

  it('says which side of the margin a shown drop is on', () => {
    const line = (margin: number) => {
      const [gate] = makeGateContrasts([sidesOf(drop, share)], { rule: 'lower', margin });
      return gate === undefined ? '' : contrastLine(gate, about);
    };
    expect(line(0.05)).toMatch(/^passed \(lower, not shown to be by more than 5\.0 points\): m −3\.0 points/);
    expect(line(0.01)).toMatch(/^FAILED \(lower by more than 1\.0 points\): m −3\.0 points/);
    expect(line(0)).toMatch(/^FAILED \(lower\): m −3\.0 points/);
  });

  it('has the sign and the word of the comparison where a lower value is better', () => {
    const sides = sidesOf(drop, error); // as errors: the new side has 3 points more
    const [compared] = makeContrasts([sides]);
    const [gate] = makeGateContrasts([sides], { rule: 'lower', margin: 0 });
    expect(gate?.quantity.value).toBeCloseTo(0.03, 12);
    expect(gate?.quantity).toEqual(compared?.quantity);
    expect([gate?.word, gate?.gate]).toEqual(['higher', { rule: 'lower', margin: 0, worse: 'higher', passes: false }]);
    const [wide] = makeGateContrasts([sides], { rule: 'lower', margin: 0.05 });
    expect(wide === undefined ? '' : contrastLine(wide, about)).toMatch(
      /^passed \(higher, not shown to be by more than 5\.0 points\): m \+3\.0 points.*a rise of up to 4\.\d points is not excluded; a real rise of/,
    );
    const [better] = makeGateContrasts([sidesOf(rise, error)], { rule: 'within', margin: 0.05 });
    expect([better?.word, better?.gate?.passes]).toEqual(['within the margin', true]);
  });
});
