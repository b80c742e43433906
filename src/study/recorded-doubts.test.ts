import { describe, expect, it } from 'vitest';
import { type Random, seededRandom } from '../util/random.ts';
import { armsBelowConstant, doubtfulArms } from './recorded-doubts.ts';
import type { RecordedPredictor, RecordedTables } from './recorded-tables.ts';

const models = ['ann', 'bob'] as const;
const items = Array.from({ length: 400 }, (_, index) => `i${(index * 37) % 400}`); // not in the order of the ids

interface Made {
  /** Values with their shares of the answers. */
  readonly shares: Readonly<Record<string, number>>;
  /** Accuracy of predictions of its own answers, and of the other's; errors are even. */
  readonly accuracy: readonly [own: number, other: number];
}

function drawn(shares: Made['shares'], random: Random): string {
  let rest = random();
  for (const [value, share] of Object.entries(shares)) {
    rest -= share;
    if (rest < 0) return value;
  }
  return Object.keys(shares)[0] as string;
}

/** Makes a study of two models with three trainings of each arm. */
function madeTables({ shares, accuracy: [own, other] }: Made, seed = 1): RecordedTables {
  const random = seededRandom('tables', seed);
  const targets = models.map((target) => ({
    ...{ target, shiftedOf: null, constants: null },
    units: items.map((item): [string, string, string, string] => [item, 'mood', item, drawn(shares, random)]),
  }));
  const predictors = targets.flatMap(({ target, units }) =>
    models.map((predictor) => ({
      ...{ predictor, trainedOn: target, about: target },
      seeds: ['1', '2', '3'].map((name) => ({
        seed: name,
        values: units.map(([, , , truth]) => {
          const others = Object.keys(shares).filter((value) => value !== truth);
          if (random() < (predictor === target ? own : other)) return truth;
          return others[Math.floor(random() * others.length)] as string;
        }),
      })),
    })),
  );
  return { files: ['answers', 'predictions'], targets, predictors };
}

/** Returns the tables with the predictions of `bob trained on ann` changed. */
function changed(
  tables: RecordedTables,
  change: (values: RecordedPredictor['seeds'][number]['values']) => (string | null)[],
): RecordedTables {
  const predictors = tables.predictors.map((arm) =>
    arm.predictor === 'bob' && arm.about === 'ann'
      ? { ...arm, seeds: arm.seeds.map(({ seed, values }) => ({ seed, values: change(values) })) }
      : arm,
  );
  return { ...tables, predictors };
}

const even = { shares: { yes: 0.4, no: 0.3, maybe: 0.3 }, accuracy: [0.7, 0.7] } as const;
const found = (tables: RecordedTables) =>
  doubtfulArms(tables).map(({ arm: { predictor, about }, check }) => [predictor, about, check]);

describe('doubtfulArms', () => {
  it.each<[string, Made]>([
    ['at chance, far below the constant', { shares: { yes: 0.68, no: 0.32 }, accuracy: [0.8, 0.5] }],
    ['that err evenly, also on a rare value', { shares: { yes: 0.7, no: 0.25, maybe: 0.05 }, accuracy: [0.9, 0.6] }],
    ['at chance on three values', { shares: { yes: 0.7, no: 0.25, maybe: 0.05 }, accuracy: [0.9, 1 / 3] }],
  ])('has no doubt about arms %s', (_, made) => {
    for (let seed = 1; seed <= 20; seed += 1) expect(found(madeTables(made, seed))).toEqual([]);
  });

  it('names an arm whose items are shifted, in the order of the table and of the ids, by one and by more', () => {
    const tables = madeTables(even);
    const byId = items.map((_, at) => at).toSorted((one, other) => idAt(one) - idAt(other));
    for (const shift of [1, -1, 3]) {
      const inTable = changed(tables, (values) => values.map((_, at) => values[(at + shift + 400) % 400] ?? null));
      expect(found(inTable)).toEqual([['bob', 'ann', 'other items']]);
      const inIds = changed(tables, (values) => {
        const place = new Map(byId.map((at, rank) => [at, byId[(rank + shift + 400) % 400] as number]));
        return values.map((_, at) => values[place.get(at) as number] ?? null);
      });
      expect(found(inIds)).toEqual([['bob', 'ann', 'other items']]);
    }
  });

  it('names an arm whose values are exchanged', () => {
    const exchange: Record<string, string> = { yes: 'no', no: 'maybe', maybe: 'yes' };
    const tables = changed(madeTables(even), (values) => values.map((value) => exchange[value ?? ''] ?? null));
    expect(found(tables)).toEqual([['bob', 'ann', 'other items']]);
  });

  it('names two arms that were exchanged between targets: of one model, on the other’s answers, all', () => {
    const tables = madeTables(even);
    const isOfBob = ({ predictor }: RecordedPredictor) => predictor === 'bob';
    const isCross = ({ predictor, about }: RecordedPredictor) => predictor !== about;
    for (const [isMeant, arms] of [
      [isOfBob, 2],
      [isCross, 2],
      [() => true, 4],
    ] as const) {
      const predictors = tables.predictors.map((arm) => {
        if (!isMeant(arm)) return arm;
        const about = arm.about === 'ann' ? 'bob' : 'ann';
        return { ...arm, about, trainedOn: about };
      });
      expect(doubtfulArms({ ...tables, predictors }).map(({ doubt }) => doubt)).toEqual(
        Array(arms).fill('may be about another target'),
      );
    }
  });

  it('has no doubt about arms that learned a rule which the second target follows more often', () => {
    const tables = madeTables(even);
    const random = seededRandom('rule');
    const rule = items.map(() => drawn(even.shares, random));
    const follows = (share: number) => rule.map((value) => (random() < share ? value : drawn(even.shares, random)));
    const targets = tables.targets.map((target, at) => {
      const answers = follows(at === 0 ? 0.5 : 0.95);
      return {
        ...target,
        units: target.units.map(
          ([item, property, group], place) =>
            [item, property, group, answers[place] as string] as [string, string, string, string],
        ),
      };
    });
    const predictors = tables.predictors.map((arm) => ({
      ...arm,
      seeds: arm.seeds.map(({ seed }) => ({ seed, values: follows(0.9) })),
    }));
    expect(found({ ...tables, targets, predictors })).toEqual([]);
  });

  it('reads 20,000 rows of one group in seconds', () => {
    const tables = madeTables(even);
    const many = <Value>(values: readonly Value[]) => Array.from({ length: 50 }, () => values).flat();
    const targets = tables.targets.map((target) => ({
      ...target,
      units: many(target.units).map(
        ([, property, , value], at) => [`i${at}`, property, 'one', value] as (typeof target.units)[number],
      ),
    }));
    const predictors = tables.predictors.map((arm) => ({
      ...arm,
      seeds: arm.seeds.map(({ seed, values }) => ({ seed, values: many(values) })),
    }));
    const start = performance.now();
    armsBelowConstant({ ...tables, targets, predictors });
    expect(performance.now() - start).toBeLessThan(5000);
  });
});

describe('armsBelowConstant', () => {
  it('names the arms that are right less often than the constant', () => {
    const tables = madeTables({ shares: { yes: 0.68, no: 0.32 }, accuracy: [0.8, 0.5] });
    expect(armsBelowConstant(tables).map(({ arm: { predictor, about } }) => `${predictor} on ${about}`)).toEqual([
      'bob on ann',
      'ann on bob',
    ]);
    expect(armsBelowConstant(madeTables(even))).toEqual([]);
  });
});

function idAt(at: number): number {
  return Number(items[at]?.slice(1));
}
