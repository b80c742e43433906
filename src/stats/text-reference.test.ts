import { describe, expect, it } from 'vitest';
import { seededRandom } from '../util/random.ts';
import { lengthCells, textColumns, textMeasures, textReference } from './text-reference.ts';

const words = ['alpha', 'beta', 'gamma', 'delta', 'epsilon', 'zeta', 'eta', 'theta', 'iota', 'kappa'];
const textOf = (i: number) =>
  Array.from({ length: 1 + ((i * 7) % 9) }, (_, k) => words[(i * (k + 1) + k + 1) % 10]).join(' ');

interface Rows {
  readonly texts: readonly (string | null)[];
  readonly p: readonly number[];
  readonly y: readonly number[];
}

function test({ texts, p, y }: Rows) {
  return textReference({
    ...{ texts, cluster: Int32Array.from(p.keys()), scale: 'share' },
    model: { prediction: Float64Array.from(p), outcome: Float64Array.from(y), cell: null, asked: null },
  });
}

const n = 120;
const rows = {
  texts: Array.from({ length: n }, (_, i) => textOf(i)),
  p: Array.from({ length: n }, (_, i) => ((i * 13) % 11) / 10),
  y: Array.from({ length: n }, (_, i) => Number((i * 29) % 17 < 4 + 8 * (((i * 13) % 11) / 10))),
};

describe('textReference', () => {
  it('equals ridge regressions that scipy.optimize fits to the gradient 0, t and Hall with scipy.stats.t', () => {
    const found = test(rows);
    if (found.kind === 'withheld') throw new Error(found.reason);
    expect(found.value.value).toBeCloseTo(0.05313246779945354, 7);
    expect(found.value.se).toBeCloseTo(0.017415510575177304, 7);
    expect(found.value.p).toBeCloseTo(0.0016691993017580611, 7);
  });

  it('describes a text by the tenth of its length and its words', () => {
    const { columns, penalties } = textColumns(Array.from({ length: 20 }, (_, i) => 'a'.repeat(i + 1)));
    expect(columns.slice(0, 10).map((column) => column.reduce((sum, each) => sum + each, 0))).toEqual(
      Array(10).fill(2),
    );
    expect(new Set(penalties.slice(0, 10))).toEqual(new Set([0.2]));
    expect(new Set(penalties.slice(10))).toEqual(new Set([8]));
  });

  it('takes away what follows the length of the text, and leaves what does not', () => {
    const random = seededRandom('length of the text');
    let [followed, known] = [0, 0];
    for (let trial = 0; trial < 40; trial += 1) {
      const lengths = Array.from({ length: 200 }, () => 1 + Math.floor(40 * random()));
      const texts = lengths.map((length) => 'x'.repeat(length));
      const isLong = (length: number) => Number(random() < (length > 20 ? 0.8 : 0.2));
      const byLength = { texts, p: lengths.map(isLong), y: lengths.map(isLong) };
      const own = lengths.map(() => Number(random() < 0.5));
      const noisy = (value: number) => (random() < 0.75 ? value : 1 - value);
      const p = (found: ReturnType<typeof test>) => (found.kind === 'known' ? found.value.p : 1);
      followed += Number(p(test(byLength)) <= 0.025);
      known += Number(p(test({ texts, p: own.map(noisy), y: own.map(noisy) })) <= 0.025);
    }
    expect(followed).toBeLessThanOrEqual(6); // .067 in the notes of the method, 99.9 % limit of 40
    expect(known).toBeGreaterThan(30);
  });

  it('counts a missing value at its worst', () => {
    const lost = { ...rows, p: rows.p.map((value, i) => (i < 6 ? Number.NaN : value)) };
    const [all, worst] = [test(rows), test(lost)];
    if (all.kind === 'withheld' || worst.kind === 'withheld') throw new Error('withheld');
    expect(worst.value.p).toBeGreaterThan(all.value.p);
  });

  it('is not asked without texts, of few items or of few outcomes of one kind', () => {
    const part = (from: number) => ({ texts: rows.texts.slice(from), p: rows.p.slice(from), y: rows.y.slice(from) });
    expect(test({ ...rows, texts: rows.texts.map((text, i) => (i === 3 ? null : text)) })).toMatchObject({
      reason: 'the text of the items is not known',
    });
    expect(test(part(21))).toMatchObject({ reason: '99 groups of items, fewer than the 100 that its test needs' });
    expect(test({ ...rows, y: rows.y.map((_, i) => Number(i < 29)) })).toMatchObject({
      reason: '29 outcomes of the rarer kind, fewer than the 30 that its test needs',
    });
  });
});

describe('textMeasures', () => {
  const counted = (text: string) => Object.fromEntries(textMeasures.map(({ name, of }) => [name, of(text)]));

  it('counts characters, words, sentences and options', () => {
    const text = 'Is 3.14 pi? Say so. "Yes!" he said.\nA) yes it is\nB) no\nC) none of A, B';
    expect(counted(text)).toEqual({ characters: 70, words: 20, sentences: 4, options: 3 });
  });

  it.each([
    ['on one line: (A) red (B) blue', 2],
    ['on one line: (a) red (b) blue (c) green', 3],
    ['1. one\n2. two', 2],
    ['- one\n* two\n• three', 3],
    ['a well-known rule - or not', 0],
    ['vitamin C (see table B)', 0],
  ])('counts the options of %j', (text, options) => {
    expect(counted(text)).toMatchObject({ options });
  });

  it('counts sentences of other scripts', () => {
    expect(counted('これは何ですか？ はい。')).toMatchObject({ sentences: 2 });
    expect(counted('हाँ। नहीं।')).toMatchObject({ sentences: 2 });
  });
});

describe('lengthCells', () => {
  const singles = (values: readonly number[]) => lengthCells(values, [...values.keys()]);

  it('joins four neighbors in the order of the measure, and what is left over to the last four', () => {
    expect(singles([9, 1, 8, 2, 7, 3, 6, 4, 5])).toEqual(Int32Array.from([1, 0, 1, 0, 1, 0, 1, 0, 1]));
  });

  it('divides no texts of equal length', () => {
    expect(singles([1, 2, 3, 4, 4, 4, 5, 6, 7, 8])).toEqual(Int32Array.from([0, 0, 0, 0, 0, 0, 1, 1, 1, 1]));
    expect(singles([7, 7, 7])).toBeNull();
  });

  it('divides no cluster', () => {
    const cluster = [0, 1, 2, 3, 4, 5, 6, 7, 0]; // 1 and 9: 5 on average
    expect(lengthCells([1, 2, 3, 4, 5.5, 6, 7, 8, 9], cluster)).toEqual(Int32Array.from([0, 0, 0, 0, 1, 1, 1, 1, 0]));
  });
});
