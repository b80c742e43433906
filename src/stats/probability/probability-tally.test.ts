import fc from 'fast-check';
import { expect, it } from 'vitest';
import { referencePoints } from '../../../bench/reference/calibration-points.ts';
import { noiseCorrectedSkill, noiseFloor, noiseTally } from '../basic/noise-ceiling.ts';
import { totalsOf } from '../jackknife/tallies.ts';
import { auroc } from './auroc.ts';
import { brierParts } from './brier.ts';
import { expectedCalibrationError, signedBias } from './calibration.ts';
import { probabilityTallies, type RepeatedPoint } from './probability-tally.ts';

const once = referencePoints.map((point) => ({ ...point, runs: 1 }));

it('agrees with R (bench/reference/scores.R), as the functions of points do', () => {
  const { scores, tallyOf, count, repeatedCount } = probabilityTallies(once);
  const totals = tallyOf(once);
  expect([count(totals), repeatedCount(totals)]).toEqual([24, 0]);
  expect(scores.brier(totals)).toBeCloseTo(0.192916666667, 10);
  expect(scores.reliability(totals)).toBeCloseTo(0.03875, 10);
  expect(scores.resolution(totals)).toBeCloseTo(0.0888888888889, 10);
  expect(scores.uncertainty(totals)).toBeCloseTo(0.243055555556, 10);
  expect(scores.withinBin(totals)).toBe(0);
  expect(scores.auroc(totals)).toBeCloseTo(0.764285714286, 10);
  expect([scores.noiseFloor(totals), scores.noiseCorrectedSkill(totals)]).toEqual([null, null]);
});

/** Integer percentages, as models give them, or any number. */
const prediction = fc.oneof(
  fc.integer({ min: 0, max: 100 }).map((percent) => percent / 100),
  fc.double({ min: 0, max: 1, noNaN: true }),
);
const point = fc
  .record({ prediction, runs: fc.integer({ min: 1, max: 4 }), held: fc.nat(4) })
  .map(({ runs, held, ...rest }): RepeatedPoint => ({ ...rest, runs, outcome: Math.min(held, runs) / runs }));
const clusters = fc.array(fc.array(point, { minLength: 1, maxLength: 12 }), { minLength: 1, maxLength: 12 });

it('computes the same scores from sums of clusters as from their points', () => {
  fc.assert(
    fc.property(clusters, (groups) => {
      const points = groups.flat();
      fc.pre(new Set(points.map((each) => each.prediction)).size <= 101);
      const { scores, tallyOf } = probabilityTallies(points);
      const totals = totalsOf(groups.map(tallyOf));
      const parts = brierParts(points)!;
      const noise = noiseTally(points.map((each) => ({ ...each, share: each.outcome })));
      const expected = {
        ...parts,
        auroc: auroc(points),
        calibrationError: expectedCalibrationError(points),
        signedBias: signedBias(points),
        noiseFloor: noiseFloor(noise),
      };
      for (const [name, value] of Object.entries(expected)) {
        const found = scores[name as keyof typeof expected](totals);
        if (value === null) expect(found, name).toBeNull();
        else expect(found, name).toBeCloseTo(value, 9);
      }
      const skill = noiseCorrectedSkill(noise);
      if (skill !== null && Math.abs(skill) < 1e6) expect(scores.noiseCorrectedSkill(totals)).toBeCloseTo(skill, 4);
    }),
  );
});

it('has AUROC within 0.001 where it merges predictions', () => {
  const points = Array.from({ length: 2_000 }, (_, index) => {
    const value = ((index * 7919) % 2_000) / 2_000 + 0.0001;
    return { prediction: value, outcome: Number((index * 104_729) % 997 < 997 * value), runs: 1 };
  });
  const { scores, tallyOf } = probabilityTallies(points);
  const exact = auroc(points) ?? Number.NaN;
  expect(Math.abs((scores.auroc(tallyOf(points)) ?? Number.NaN) - exact)).toBeLessThan(0.001);
});

it('has no score without points, or where no cluster is left', () => {
  const { scores, tallyOf } = probabilityTallies(once);
  const nothing = tallyOf([]);
  expect(Object.values(scores).map((score) => score(nothing))).toEqual(Object.keys(scores).map(() => null));
});
