import { describe, expect, it } from 'vitest';
import { predictionRow } from '../../../test/support/study/prediction-row.ts';
import { simulatedModel, simulatedRows, simulatedWorld } from '../../../test/support/study/simulated-rows.ts';
import { analyzePair, analyzePairs, pairsOf } from './analyze-pairs.ts';
import { CellIndex } from './cells.ts';
import type { PredictionRow } from './rows.ts';

describe('analyzePairs', () => {
  const models = ['ann', 'ann-2', 'bob'].map((name) => simulatedModel(name, 2, { knowledge: 0.5 }));
  const rows = threeTrainings(simulatedRows(simulatedWorld(models, 2), { strings: 100, seed: 1 }));
  const pairs = analyzePairs(new CellIndex(rows), [{ of: 'ann', copy: 'ann-2' }], { seed: 1 });

  it('judges every pair, and marks near copies', () => {
    expect(pairs.map(({ a, b, nearCopy }) => [a, b, nearCopy])).toEqual([
      ['ann', 'ann-2', true],
      ['ann', 'bob', false],
      ['ann-2', 'bob', false],
    ]);
  });

  it('adjusts directions over both directions of all pairs, and gives each a word', () => {
    const raw = pairs.flatMap(({ plain }) => plain.map(({ p }) => p as number));
    const holm = pairs.flatMap(({ plain }) => plain.map((each) => each.adjusted as number));
    expect(Math.min(...holm)).toBeCloseTo(6 * Math.min(...raw), 12);
    for (const { word, quantity, adjusted, family } of pairs.flatMap(({ plain }) => plain)) {
      expect(family).toBe(6);
      const isFound = (adjusted as number) <= 0.05;
      expect(word).toBe(isFound ? ((quantity.value as number) > 0 ? 'higher' : 'lower') : 'no difference found');
    }
  });
});

describe('pairsOf', () => {
  it('gives each unordered pair once', () => {
    expect(pairsOf(['a', 'b', 'c'])).toEqual([
      ['a', 'b'],
      ['a', 'c'],
      ['b', 'c'],
    ]);
    expect(pairsOf(['a'])).toEqual([]);
  });
});

/** Strings on which each cell is right, of 40 in one group; the truth alternates so that no value is too frequent. */
const hits: Readonly<Record<string, number>> = {
  'ann ann': 30,
  'bob ann': 20,
  'ann bob': 16,
  'bob bob': 24,
};
const scrambled = 8;

function rowsOf(arms: readonly ('self' | 'scramble')[], missing = 0): readonly PredictionRow[] {
  return ['ann', 'bob'].flatMap((base) =>
    ['ann', 'bob'].flatMap((target) =>
      arms.flatMap((arm) =>
        Array.from({ length: 40 }, (_, n) => {
          const truth = n % 2 === 0 ? 'cat' : 'owl';
          // The right strings are spread differently for each cell, so that strings differ.
          const index = (n * 7 + base.length * target.charCodeAt(0)) % 40;
          const right = index < (arm === 'self' ? (hits[`${base} ${target}`] as number) : scrambled);
          const said = right ? truth : 'dog';
          const prediction = base === 'bob' && n < missing ? null : said;
          const kind = arm === 'scramble' ? arm : base === target ? 'self' : 'cross';
          return predictionRow({ base, target, arm: kind, cluster: `s${n}`, truth, prediction });
        }),
      ),
    ),
  );
}

/** Returns rows as of three trainings that are equal. */
function threeTrainings(rows: readonly PredictionRow[]): readonly PredictionRow[] {
  return ['1', '2', '3'].flatMap((training) => rows.map((row): PredictionRow => ({ ...row, training })));
}

describe('analyzePair', () => {
  const pair = analyzePair(new CellIndex(rowsOf(['self', 'scramble'])), ['ann', 'bob'], { seed: 1 });

  it('gives accuracies, plain advantages and the double difference', () => {
    expect(pair.accuracy).toEqual({ aa: 0.75, ba: 0.5, ab: 0.4, bb: 0.6 });
    expect(pair.plain.map(({ a, quantity }) => [a, quantity.value])).toEqual([
      ['ann', 0.25],
      ['bob', expect.closeTo(0.2, 12)],
    ]);
    expect(pair.I.quantity.value).toBeCloseTo((0.25 + 0.2) / 2, 12);
  });

  it('gives exactly 0 where both models predict alike', () => {
    const ofAnn = rowsOf(['self', 'scramble']).filter(({ base }) => base === 'ann');
    const ofBob = ofAnn.map((row): PredictionRow => {
      if (row.arm === 'scramble') return { ...row, base: 'bob' };
      return { ...row, base: 'bob', arm: row.target === 'bob' ? 'self' : 'cross' };
    });
    const { I, determinant, E } = analyzePair(new CellIndex([...ofAnn, ...ofBob]), ['ann', 'bob'], { seed: 1 });
    expect([I.quantity.value, determinant.value, E.quantity.value]).toEqual([0, 0, 0]);
    expect([I.p, E.p]).toEqual([1, 1]);
  });

  it('measures gains from the scramble arms', () => {
    // Gains .55, .3, .2, .4: determinant .55 x .4 - .3 x .2 = .16 up to the jackknife's correction, mean gain .3625.
    expect(pair.gainBase).toBe('scramble');
    expect(pair.meanGain.value).toBeCloseTo(0.3625, 12);
    expect(Math.abs(pair.determinant.value! - 0.16)).toBeLessThan(0.01);
    expect(pair.E.quantity.value).toBeCloseTo(pair.determinant.value! / 0.725, 12);
    expect(Math.sign(pair.E.quantity.interval![0])).toBe(Math.sign(pair.determinant.interval![0]));
  });

  it('measures gains from coverage times the cross-fitted mode without scramble arms', () => {
    const without = analyzePair(new CellIndex(rowsOf(['self'])), ['ann', 'bob'], { seed: 1 });
    expect(without.gainBase).toBe('mode');
    // The mode of two equally frequent values, found on other strings, is right at most about half of the time.
    expect(without.meanGain.value).toBeGreaterThan((0.75 + 0.5 + 0.4 + 0.6) / 4 - 0.5 - 1e-9);
  });

  it('gives no excess where nothing was learned', () => {
    const index = new CellIndex(
      rowsOf(['self', 'scramble']).map((row) =>
        row.arm === 'scramble' ? row : { ...row, prediction: 'dog', right: false },
      ),
    );
    const { E, meanGain } = analyzePair(index, ['ann', 'bob'], { seed: 1 });
    expect(meanGain.value).toBeCloseTo(-0.2, 12);
    expect(E).toMatchObject({ quantity: { value: null, interval: null }, adjusted: null, word: 'not measured' });
    expect(E.quantity.missing).toMatch(/^no training effect/);
  });

  it.each([
    ['no rows of ann trained on itself', ({ base, target }: PredictionRow) => base !== 'ann' || target !== 'ann'],
    ['no rows of bob trained on ann', ({ base, target }: PredictionRow) => base !== 'bob' || target !== 'ann'],
    ['no group has enough rows that all four predictors share', ({ cluster }: PredictionRow) => cluster < 's2'],
  ])('says why it has no value: %s', (reason, keep) => {
    const found = analyzePair(new CellIndex(rowsOf(['self']).filter(keep)), ['ann', 'bob'], { seed: 1 });
    expect(found.I).toMatchObject({ quantity: { value: null }, word: 'not measured', reason });
    expect(found.gainBase).toBeNull();
  });

  it('gives the same result for rows in another order', () => {
    const index = new CellIndex(rowsOf(['self', 'scramble']).toReversed());
    const { I } = analyzePair(index, ['ann', 'bob'], { seed: 1 });
    expect(I.quantity.value).toBeCloseTo(pair.I.quantity.value as number, 12);
    expect(I.p).toBeCloseTo(pair.I.p as number, 10);
  });

  describe('with several trainings of each arm', () => {
    /** In every further training, bob about itself is wrong on four more strings. `names`: of the trainings of bob about itself. */
    const trained = (names: readonly string[], other = names) =>
      ['ann', 'bob'].flatMap((base) =>
        (base === 'bob' ? names : other).flatMap((training, index) =>
          rowsOf(['self', 'scramble'])
            .filter((row) => row.base === base)
            .map((row): PredictionRow => {
              const isWorse = row.arm === 'self' && base === 'bob' && Number(row.cluster.slice(1)) < 4 * (index + 1);
              return { ...row, training, ...(isWorse ? { prediction: 'dog', right: false } : {}) };
            }),
        ),
      );
    const of = (rows: readonly PredictionRow[]) => analyzePair(new CellIndex(rows), ['ann', 'bob'], { seed: 1 });
    const found = of(trained(['1', '2', '3']));

    it('means the trainings, and takes the interval from strings and trainings', () => {
      const own = found.arms.find(({ base, target, kind }) => base === 'bob' && target === 'bob' && kind === 'trained');
      expect(found.trainings).toBe(3);
      expect(own!.accuracies).toHaveLength(3);
      expect(found.accuracy!.bb).toBeCloseTo(own!.accuracies.reduce((sum, value) => sum + value, 0) / 3, 12);
      const [ann, bob] = found.plain;
      expect(bob!.quantity.value).toBeCloseTo(found.accuracy!.bb - found.accuracy!.ab, 12);
      const [low, high] = bob!.quantity.interval!;
      expect((low + high) / 2).toBeCloseTo(bob!.quantity.value!, 12);
      const once = of(trained(['1', '1', '1']).filter(({ training }) => training === '1'));
      expect(ann!.quantity.value).toBe(once.plain[0]!.quantity.value); // ann's trainings are equal
      expect(ann!.quantity.interval![0]).toBeCloseTo(once.plain[0]!.quantity.interval![0], 12);
    });

    it.each([
      ['other numbers', ['5', '9', '11'], ['1', '2', '3']],
      ['another order', ['3', '1', '2'], ['1', '2', '3']],
      ['no number in common', ['a', 'b', 'c'], ['x', 'y', 'z']],
    ])('never pairs trainings by their number: %s', (_, names, other) => {
      expect(of(trained(names, other))).toEqual(found);
    });

    it('gives no interval and no p for two trainings of an arm', () => {
      const two = of(trained(['1', '2'], ['1', '2', '3']));
      expect(two.I.quantity.interval).toBeNull();
      expect(two.trainings).toBe(2);
      expect(two.plain.map(({ p }) => p)).toEqual([null, null]);
    });

    it('compares copies for one training of an arm: an interval over strings, no p, and what seeds would explain', () => {
      const [ann, bob] = of(trained(['1'], ['1', '2', '3'])).plain;
      expect([ann!.trainings, ann!.p, bob!.p]).toEqual([1, null, null]);
      const se = (ann!.quantity.interval![1] - ann!.quantity.interval![0]) / 2 / 2.0226909; // t quantile, 39 df
      expect(ann!.explainingDeviation).toBeCloseTo(Math.sqrt(((0.25 / 1.959964) ** 2 - se ** 2) / (1 / 3 + 1)), 6);
    });
  });

  it('compares own models with the mode and with given rules, but not with the mode of the scored rows', () => {
    const knowing = (row: { readonly truth: string | null }) => row.truth;
    const rules = new Map([['ann', new Map([['echo', knowing] as const, ['oracleMode', knowing] as const])]]);
    const index = new CellIndex(rowsOf(['self', 'scramble']));
    const [ann, bob] = analyzePair(index, ['ann', 'bob'], { seed: 1, rules }).beyondRules;
    expect(ann).toMatchObject({ b: 'echo', quantity: { value: 0.75 - 1 } });
    expect(ann!.p).toBeGreaterThan(0.95);
    expect(bob!.b).toBe('mode');
  });

  it('counts missing predictions at their worst for each direction', () => {
    const missing = (row: PredictionRow) =>
      row.target === 'ann' && row.base === 'bob' && row.prediction !== row.truth
        ? { ...row, prediction: null, right: null }
        : row;
    const rows = threeTrainings(rowsOf(['self', 'scramble']));
    const [before] = analyzePair(new CellIndex(rows), ['ann', 'bob'], { seed: 1 }).plain;
    const [after] = analyzePair(new CellIndex(rows.map(missing)), ['ann', 'bob'], { seed: 1 }).plain;
    expect(after!.quantity.value).toBe(before!.quantity.value); // a missing prediction counts as wrong
    expect(before!.p).toBeLessThan(0.05);
    expect(after!.p).toBeGreaterThan(0.5); // bob might have been right everywhere
  });

  it('compares each lead with that on a shifted self, and keeps shifted selves out of the pairs', () => {
    const rows = rowsOf(['self', 'scramble']);
    const shifted = rows
      .filter(({ arm }) => arm !== 'scramble')
      .map((row): PredictionRow => {
        const target = `${row.target}-king`;
        // Nothing is private about a shifted self: its own model predicts as the other model does.
        const like = rows.find(
          (each) =>
            each.base !== row.target &&
            each.target === row.target &&
            each.arm === 'cross' &&
            each.cluster === row.cluster,
        );
        const prediction = like?.prediction ?? null;
        return {
          ...row,
          target,
          trainedOn: target,
          shiftedOf: row.target,
          prediction,
          right: prediction === row.truth,
        };
      });
    const index = new CellIndex([...rows, ...shifted]);
    expect(index.models).toEqual(['ann', 'bob']);
    const found = analyzePair(index, ['ann', 'bob'], { seed: 1 });
    expect(found.shifted?.map(({ target, shifted: name }) => [target, name])).toEqual([
      ['ann', 'ann-king'],
      ['bob', 'bob-king'],
    ]);
    for (const [position, each] of found.shifted!.entries()) {
      expect(each.plain.value).toBe(0);
      expect(each.difference.quantity.value).toBeCloseTo(found.plain[position]!.quantity.value!, 12);
      expect(each.difference.p).toBeLessThan(0.025);
      expect(each.hardness.quantity.value).toBe(0); // the other model is right about the shifted self where it is about the model
      expect(each.hardness.p).toBeLessThan(1e-9);
    }
    expect(pair.shifted).toBeNull();
  });
});
