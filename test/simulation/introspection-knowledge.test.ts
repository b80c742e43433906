import { describe, expect, it } from 'vitest';
import { isAboveZero } from '../../src/stats/jackknife.ts';
import { analyzePair, analyzePairs } from '../../src/study/analyses/analyze-pairs.ts';
import { CellIndex } from '../../src/study/analyses/cells.ts';
import type { PredictionRow } from '../../src/study/analyses/rows.ts';
import { seededRandom } from '../../src/util/random.ts';
import { expectedPair } from '../support/study/expected-gains.ts';
import { simulatedModel, simulatedRows, simulatedWorld } from '../support/study/simulated-rows.ts';
import { additiveRows } from './introspection-additive.ts';
import { drawPair, worldOf } from './introspection-worlds.ts';
import { PrintedTally } from './printed-tally.ts';
import { long, repeats } from './simulate.ts';

const untidy = [
  { skill: 0.9, public: 1.5, format: 0.02, habit: 0.1 },
  { skill: 0.4, public: 0.6, format: 0.2, habit: 0.3 },
] as const;

describe('analyzePair where models know themselves', () => {
  const shares = long ? [0.1, 0.25, 0.5, 1] : [0.25, 1];
  const worlds = shares.map((knowledge) =>
    worldOf({ skill: 0.9, public: 1.5, knowledge }, { skill: 0.4, public: 0.6, knowledge }),
  );
  const truths = worlds.map(({ model }) => expectedPair(model, repeats(5_000, 200_000)));

  it('has a true I and E that rise with the share of answers that the model knows', () => {
    for (const key of ['excess', 'doubleDifference'] as const) {
      const values = truths.map((truth) => truth[key]);
      expect(values.every((value) => value > 0)).toBe(true);
      expect(values.toSorted((a, b) => a - b)).toEqual(values);
    }
  });

  it.each(shares.map((share, index) => [share, index]))(
    'finds I and E above 0 at a share of %f, E near its true value',
    (_, index) => {
      const [covers, found] = [
        new PrintedTally(`knowledge ${shares[index]}: E covers its true value ${truths[index]!.excess.toFixed(4)}`),
        new PrintedTally(`knowledge ${shares[index]}: I and E above 0`),
      ];
      for (let seed = 0; seed < repeats(3, 500); seed += 1) {
        const pair = drawPair(worlds[index]!, seed);
        const [low, high] = pair.E.quantity.interval!;
        covers.add(low <= truths[index]!.excess && truths[index]!.excess <= high);
        found.add(isAboveZero(pair.E.quantity) && isAboveZero(pair.I.quantity));
      }
      covers.expectRate(0.93, 0.97);
      found.expectRate(0.95, 1);
    },
  );
});

describe('analyzePairs with a near copy', () => {
  it('calls it family knowledge where the near copy predicts the model as well', () => {
    const kin = { family: 'x', familyWeight: 1.5, public: 1, skill: 0.8 };
    const model = simulatedWorld(
      [
        simulatedModel('ann', 4, kin),
        simulatedModel('ann-2', 4, { ...kin, copyOf: 'ann' }),
        simulatedModel('bob', 4, { ...kin, family: 'y' }),
      ],
      4,
    );
    const [apart, copies, verdicts, ofCopy] = [
      new PrintedTally('family: E above 0 against another family'),
      new PrintedTally('family: E covers 0 against a near copy'),
      new PrintedTally('family: reason near copies'),
      new PrintedTally('family: reason near copies on the near copy and another family'),
    ];
    for (let seed = 0; seed < repeats(2, 1_000); seed += 1) {
      const index = new CellIndex(simulatedRows(model, { strings: 200, seed, trainings: 3 }));
      const pairs = analyzePairs(index, [{ of: 'ann', copy: 'ann-2' }], { seed });
      const [annAndCopy, annAndBob, copyAndBob] = pairs;
      const [low, high] = annAndCopy!.determinant.interval!;
      apart.add(isAboveZero(annAndBob!.E.quantity));
      copies.add(low <= 0 && high >= 0);
      verdicts.add(annAndBob!.reasons.some((reason) => reason.includes('near copies')));
      ofCopy.add(copyAndBob!.reasons.some((reason) => reason.includes('near copies')));
    }
    apart.expectRate(0.95, 1);
    copies.expectRate(0.93, 0.97);
    verdicts.expectRate(0.9, 1);
    ofCopy.expectRate(0.9, 1);
  });
});

describe('analyzePair where skill and predictability add up', () => {
  it('covers I = 0, has E different from 0, and still reports no advantage', () => {
    const [covers, excess, advantage] = [
      new PrintedTally('additive: I covers 0'),
      new PrintedTally('additive: E above 0'),
      new PrintedTally('additive: verdict advantage'),
    ];
    for (let seed = 0; seed < repeats(6, 500); seed += 1) {
      const index = new CellIndex(additiveRows(300, seed));
      const [pair] = analyzePairs(index, [], { seed });
      const [low, high] = pair!.I.quantity.interval!;
      covers.add(low <= 0 && high >= 0);
      excess.add(isAboveZero(pair!.E.quantity));
      advantage.add(pair!.verdict === 'own better');
    }
    covers.expectNominalCoverage();
    excess.expectRate(0.9, 1);
    advantage.expectRate(0, 0.05);
  });
});

describe('analyzePair by rows instead of strings', () => {
  const world = worldOf(untidy[0], untidy[1], 8, { sameChances: true });
  const apart = (row: PredictionRow) => ({ ...row, cluster: `${row.cluster}, ${row.property}, ${row.target}` });

  it('under-covers where the rows of a string are dependent, but not when clustered by string', () => {
    const [byRow, byString] = [
      new PrintedTally('I covered by the row bootstrap'),
      new PrintedTally('I covered by the cluster bootstrap'),
    ];
    const truth = expectedPair(world.model, repeats(2_000, 100_000)).doubleDifference;
    for (let seed = 0; seed < repeats(3, 500); seed += 1) {
      const rows = simulatedRows(world.model, { strings: long ? 100 : 50, seed, sameChances: true });
      for (const [tally, own] of [
        [byString, rows],
        [byRow, rows.map(apart)],
      ] as const) {
        const drawing = { seed };
        const { interval } = analyzePair(new CellIndex(own), ['ann', 'bob'], drawing).I.quantity;
        tally.add(interval![0] <= truth && truth <= interval![1]);
      }
    }
    byString.expectNominalCoverage();
    byRow.expectRate(0, 0.85);
  });
});

it('does not depend on the order of rows', () => {
  const world = worldOf(untidy[0], untidy[1]);
  const rows = simulatedRows(world.model, { strings: 50, seed: 1 });
  const random = seededRandom('order');
  const mixed = rows.map((row) => [random(), row] as const).sort(([a], [b]) => a - b);
  const of = (own: readonly PredictionRow[]) => analyzePair(new CellIndex(own), ['ann', 'bob'], { seed: 1 });
  expect(of(mixed.map(([, row]) => row)).E).toEqual(of(rows).E);
});
