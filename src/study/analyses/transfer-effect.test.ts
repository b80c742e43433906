import { describe, expect, it } from 'vitest';
import type { TransferRow } from './rows.ts';
import { transferEffects } from './transfer-effect.ts';

const rowsOf = (
  experiment: string,
  arm: TransferRow['arm'],
  scores: readonly number[],
  ability: number | null = null,
) =>
  scores.map(
    (score, n): TransferRow => ({
      experiment,
      base: 'ann',
      arm,
      cluster: `c${n}`,
      score,
      read: score,
      constants: [0.25, 0.5],
      ability,
      usable: arm === 'self' ? 0.4 : 0.9,
      refused: null,
    }),
  );

/** Returns rows as of three trainings that score alike. */
const ofThree = (rows: readonly TransferRow[]) =>
  ['1', '2', '3'].flatMap((training) =>
    rows.map((row): TransferRow => (row.arm === 'untrained' ? row : { ...row, training })),
  );

const self = [1, 1, 1, 1, 1, 1, 0, 1];
const scramble = [0, 0, 1, 0, 0, 0, 0, 0];
const untrained = [0, 0, 0, 0, 1, 0, 0, 1];

describe('transferEffects', () => {
  const effects = transferEffects([
    ...rowsOf('association', 'self', self, 0.5),
    ...rowsOf('association', 'scramble', scramble),
    ...rowsOf('association', 'untrained', untrained, 0.75),
    ...rowsOf('difficulty', 'self', [...scramble, 1]),
    ...rowsOf('difficulty', 'scramble', scramble),
  ]);

  it('is the paired difference of self- and scramble-trained', () => {
    expect(effects[0]).toMatchObject({
      self: { value: 7 / 8 },
      scramble: { value: 1 / 8 },
      untrained: { value: 2 / 8 },
    });
    expect(effects[0]!.effect.quantity.value).toBeCloseTo(6 / 8, 12);
    expect(effects[1]!.effect).toMatchObject({ quantity: { value: 0, n: 8 } });
  });

  it('compares every score with the best constant answer on the same items', () => {
    const constants = (arm: TransferRow['arm'], shares: readonly number[]) =>
      rowsOf('association', arm, shares).map((row) => ({ ...row, constants: [row.score, 1 - row.score] }));
    const [found] = transferEffects([
      ...constants('self', self),
      ...constants('scramble', scramble),
      ...constants('untrained', untrained),
    ]);
    expect(found!.constant).toMatchObject({
      self: { value: 7 / 8 },
      scramble: { value: 7 / 8 },
      untrained: { value: 6 / 8 },
    });
    expect(found!.gain).toMatchObject({
      self: { value: 0 },
      scramble: { value: -6 / 8 },
      untrained: { value: -4 / 8 },
    });
    expect(found!.effect.quantity.value).toBeCloseTo(6 / 8, 12);
  });

  it('has no constant answer where no cluster has one', () => {
    const rows = [...rowsOf('stump', 'self', self), ...rowsOf('stump', 'scramble', scramble)];
    const [found] = transferEffects(rows.map((row) => ({ ...row, constants: null })));
    expect(found).toMatchObject({
      self: { value: 7 / 8 },
      constant: { self: { value: null, missing: 'no constant answer applies to this score' } },
      gain: { self: { value: null } },
    });
  });

  it('tests by the paired t and adjusts over experiments', () => {
    const thrice = (scores: readonly number[]) => [...scores, ...scores, ...scores];
    const rows = [
      ...rowsOf('association', 'self', thrice(self)),
      ...rowsOf('association', 'scramble', thrice(scramble)),
      ...rowsOf('difficulty', 'self', thrice(scramble)),
      ...rowsOf('difficulty', 'scramble', thrice(scramble)),
    ];
    const found = transferEffects(ofThree(rows));
    // 18 differences of 1 and six of 0: scipy.stats.ttest_rel gives 2.2e-8, and no p is below that of the sign test, 2 / 2^18
    expect(found[0]!.effect.p).toBeCloseTo(2 / 2 ** 18, 12);
    expect(found[0]!.effect.adjusted).toBeCloseTo(2 * (2 / 2 ** 18), 12);
    expect(found[1]).toMatchObject({ effect: { p: 1, adjusted: 1, family: 2, word: 'no difference found' } });
  });

  it.each([
    [1, 'no test'],
    [2, 'not measured'],
  ])('has no test and no word of %i training of an arm, in one experiment and in several', (count, word) => {
    const many = (scores: readonly number[]) => Array.from({ length: 10 }, () => scores).flat();
    const rows = ['association', 'know'].flatMap((name) => [
      ...rowsOf(name, 'self', many(self)),
      ...rowsOf(name, 'scramble', many(scramble)),
    ]);
    const few = ofThree(rows).filter(({ training = '', arm }) => arm === 'scramble' || Number(training) <= count);
    for (const { effect, trainings } of transferEffects(few)) {
      expect([effect.p, effect.adjusted, effect.word, trainings]).toEqual([null, null, word, count]);
      expect(effect.quantity.value).toBeCloseTo(6 / 8, 12);
    }
  });

  it('counts the variance between trainings: no word where they vary more than they differ', () => {
    const many = (scores: readonly number[]) => Array.from({ length: 10 }, () => scores).flat();
    const trained = (arm: 'self' | 'scramble', scores: readonly (readonly number[])[]) =>
      scores.flatMap((own, index) =>
        rowsOf('know', arm, many(own)).map((row): TransferRow => ({ ...row, training: `${index}` })),
      );
    const [varied] = transferEffects([
      ...trained('self', [self, scramble, self]),
      ...trained('scramble', [scramble, scramble, self]),
    ]);
    expect(varied!.effect.word).toBe('no difference found');
    expect(varied!.effect.quantity.value).toBeCloseTo(0.25, 12);
    // s² / 3 of each arm: accuracies 7/8, 1/8, 7/8 and 1/8, 1/8, 7/8, variance 0.1875 of both
    const [low, high] = varied!.effect.quantity.interval!;
    expect((high - low) / 2).toBeGreaterThan(2 * Math.sqrt((2 * 0.1875) / 3));
  });

  it('has no test below 20 strings', () => {
    const rows = [...rowsOf('association', 'self', self), ...rowsOf('association', 'scramble', scramble)];
    const [few] = transferEffects(ofThree(rows));
    expect(few).toMatchObject({ effect: { p: null, adjusted: null, word: 'not measured' } });
  });

  it('is not found where only the format of an arm is better', () => {
    const rows = (['self', 'scramble'] as const).flatMap((arm) =>
      Array.from({ length: 24 }, (_, n): TransferRow => {
        const isRead = arm === 'self' || n % 2 === 0;
        const score = n % 3 === 0 ? 0 : 1;
        return {
          ...{ experiment: 'association', base: 'ann', arm, cluster: `c${n}`, ability: null, refused: null },
          ...{ score: isRead ? score : 0, read: isRead ? score : null, constants: null, usable: Number(isRead) },
        };
      }),
    );
    const [found] = transferEffects(ofThree(rows));
    expect(found!.effect.quantity.value).toBeCloseTo(1 / 3, 12);
    expect(found!.effect.p).toBe(1);
  });

  it('gives the smaller share of usable outcomes of the compared arms', () => {
    expect(effects[0]!.usable).toBeCloseTo(0.4, 12);
  });

  it('gives the drift of what moves the base rate, where it was measured', () => {
    expect(effects[0]!.drift).toEqual({ ability: -0.25, refused: null });
  });

  it('says that nothing is shared without a scramble arm', () => {
    const [alone] = transferEffects(rowsOf('association', 'self', self));
    expect(alone).toMatchObject({ effect: { quantity: { value: null, n: 0 }, p: null, adjusted: null } });
  });
});
