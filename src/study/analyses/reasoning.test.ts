import { describe, expect, it } from 'vitest';
import { predictionRow } from '../../../test/support/study/prediction-row.ts';
import type { Arm } from '../../results/study-result.ts';
import { holm } from '../../stats/holm.ts';
import { reasoningEffects } from './reasoning.ts';
import type { PredictionRow } from './rows.ts';

const strings = 40;
const options = { seed: 1, rules: new Map() };

interface Given {
  readonly arm: Arm;
  /** Whether the prediction of each string is right; null: it cannot be read. */
  readonly right: (string: number) => boolean | null;
}

/** Rows of one arm of `ann` about itself, three trainings that predict alike, with five values that are equally frequent. */
function rowsOf(given: Given): readonly PredictionRow[] {
  return given.arm === 'untrained' ? trainingOf(given) : ['1', '2', '3'].flatMap((name) => trainingOf(given, name));
}

function trainingOf({ arm, right }: Given, training?: string): readonly PredictionRow[] {
  const named = training === undefined ? {} : { training, predictor: `ann ${arm} ${training}` };
  return Array.from({ length: strings }, (_, string) => {
    const hit = right(string);
    const truth = `v${string % 5}`;
    const prediction = hit === null ? null : hit ? truth : 'other';
    return { ...predictionRow({ base: 'ann', arm, cluster: `s${string}`, truth, prediction }), ...named };
  });
}

const half = (string: number) => string % 2 === 0;
const quarter = (string: number) => string % 4 === 0;

describe('reasoningEffects', () => {
  it('subtracts direct from deliberate in each arm, and the untrained gain from the self-trained one', () => {
    const direct = [...rowsOf({ arm: 'untrained', right: quarter }), ...rowsOf({ arm: 'self', right: quarter })];
    const deliberate = [...rowsOf({ arm: 'untrained', right: half }), ...rowsOf({ arm: 'self', right: () => true })];
    const { arms, changes, tests } = reasoningEffects({ direct, deliberate }, options);
    expect(tests).toBe(3);
    expect(arms.map(({ arm, direct: one, deliberate: other }) => [arm, one.value, other.value])).toEqual([
      ['untrained', 0.25, 0.5],
      ['self', 0.25, 1],
    ]);
    expect(arms.map(({ difference }) => difference.quantity.value)).toEqual([0.25, expect.closeTo(0.75, 12)]);
    expect(arms.map(({ difference }) => difference.word)).toEqual(['higher', 'higher']);
    expect(changes).toHaveLength(1);
    expect(changes[0]).toMatchObject({ base: 'ann', read: null, difference: { word: 'higher' } });
    expect(changes[0]?.untrained.value).toBe(0.25);
    expect(changes[0]?.self.value).toBeCloseTo(0.75, 12);
    expect(changes[0]?.difference.quantity.value).toBeCloseTo(0.5, 12);
    expect(changes[0]?.difference.detectable).toBeGreaterThan(0);
  });

  it.each([
    [1, 'no test'],
    [2, 'not measured'],
  ])('has no word on an arm of %i training, and none on its change; the untrained arm has one', (count, word) => {
    const few = (rows: readonly PredictionRow[]) => rows.filter(({ training = '1' }) => Number(training) <= count);
    const untrained = { direct: quarter, deliberate: half };
    const of = (mode: 'direct' | 'deliberate') =>
      few([
        ...rowsOf({ arm: 'untrained', right: untrained[mode] }),
        ...rowsOf({ arm: 'self', right: mode === 'direct' ? quarter : () => true }),
      ]);
    const { arms, changes } = reasoningEffects({ direct: of('direct'), deliberate: of('deliberate') }, options);
    expect(arms.map(({ arm, trainings, difference }) => [arm, trainings, difference.word])).toEqual([
      ['untrained', null, 'higher'],
      ['self', count, word],
    ]);
    expect(changes.map(({ difference }) => [difference.word, difference.p])).toEqual([[word, null]]);
  });

  it('counts the variance between trainings', () => {
    const trained = (rights: readonly Given['right'][]) =>
      rights.flatMap((right, index) => trainingOf({ arm: 'self', right }, `${index}`));
    const direct = trained([quarter, quarter, quarter]);
    const deliberate = trained([quarter, () => true, half]);
    const [only] = reasoningEffects({ direct, deliberate }, options).arms;
    expect(only?.difference.quantity.value).toBeCloseTo((0 + 0.75 + 0.25) / 3, 12);
    expect(only?.difference.word).toBe('no difference found');
  });

  it('adjusts arms and changes together', () => {
    const direct = [...rowsOf({ arm: 'untrained', right: quarter }), ...rowsOf({ arm: 'self', right: quarter })];
    const some = (string: number) => string % 4 === 0 || string % 10 === 1;
    const more = (string: number) => some(string) || string % 10 === 3;
    const deliberate = [...rowsOf({ arm: 'untrained', right: some }), ...rowsOf({ arm: 'self', right: more })];
    const { arms, changes } = reasoningEffects({ direct, deliberate }, options);
    const tests = [...arms, ...changes];
    const raw = tests.map(({ difference: { p } }) => p ?? Number.NaN);
    expect(tests.map(({ difference }) => difference.adjusted)).toEqual(holm(raw));
    expect(Math.min(...raw) * 3).toBeCloseTo(
      tests.find(({ difference: { p } }) => p === Math.min(...raw))?.difference.adjusted ?? Number.NaN,
    );
    expect(Math.min(...raw)).toBeGreaterThan(0);
  });

  it('claims nothing where only the readable share differs', () => {
    const direct = rowsOf({ arm: 'self', right: half });
    const deliberate = rowsOf({ arm: 'self', right: (string) => (string % 10 < 4 ? null : half(string)) });
    const [only] = reasoningEffects({ direct, deliberate }, options).arms;
    expect(only?.difference.quantity.value).toBeCloseTo(-0.2);
    expect(only?.difference.quantity.interval?.[1]).toBeLessThan(0);
    expect(only?.read?.value).toBe(0);
    expect(only?.difference).toMatchObject({ p: 1, word: 'no difference found' });
    expect(only?.coverage).toEqual({ direct: 1, deliberate: 0.6 });
  });

  it('withholds an accuracy of which fewer than half of the predictions could be read', () => {
    const direct = rowsOf({ arm: 'self', right: half });
    const deliberate = rowsOf({ arm: 'self', right: (string) => (string % 4 < 3 ? null : true) });
    const [only] = reasoningEffects({ direct, deliberate }, options).arms;
    expect(only?.direct.value).toBe(0.5);
    const missing = 'withheld: 25 % of predictions could be read';
    for (const each of [only?.deliberate, only?.difference.quantity])
      expect(each).toMatchObject({ value: null, missing });
    expect(only?.difference).toMatchObject({ p: null, word: 'not measured' });
  });

  it('withholds what reasoning adds to a model whose predictions in one mode could not be read', () => {
    const untrained = rowsOf({ arm: 'untrained', right: half });
    const direct = [...untrained, ...rowsOf({ arm: 'self', right: half })];
    const unread = rowsOf({ arm: 'self', right: (string) => (string % 4 < 3 ? null : true) });
    const [change] = reasoningEffects({ direct, deliberate: [...untrained, ...unread] }, options).changes;
    expect(change?.untrained.value).toBe(0);
    const missing = 'withheld: 25 % of predictions could be read';
    for (const each of [change?.self, change?.difference.quantity])
      expect(each).toMatchObject({ value: null, missing });
  });

  it('tells equal predictions from a difference that is not distinguishable', () => {
    const rows = rowsOf({ arm: 'self', right: half });
    const equal = reasoningEffects({ direct: rows, deliberate: rows }, options).arms;
    expect(equal.map(({ isEqual, difference }) => [isEqual, difference.quantity.value])).toEqual([[true, 0]]);
    const other = rowsOf({ arm: 'self', right: (string) => !half(string) });
    const [opposite] = reasoningEffects({ direct: rows, deliberate: other }, options).arms;
    expect(opposite).toMatchObject({ isEqual: false, difference: { word: 'no difference found' } });
    expect(opposite?.difference.detectable).toBeGreaterThan(0.3);
  });

  it('compares an arm in one mode only with the rows that both modes have', () => {
    const direct = rowsOf({ arm: 'self', right: half });
    const isFirst = ({ cluster }: PredictionRow) => Number(cluster.slice(1)) < 30;
    const deliberate = rowsOf({ arm: 'self', right: () => true }).filter(isFirst);
    const [only] = reasoningEffects({ direct, deliberate }, options).arms;
    expect(only?.difference.quantity.n).toBe(30);
    const none = reasoningEffects({ direct, deliberate: [] }, options).arms;
    expect(none[0]?.difference).toMatchObject({ word: 'not measured', p: null });
  });
});
