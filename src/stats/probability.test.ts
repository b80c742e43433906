import fc from 'fast-check';
import { expect, it } from 'vitest';
import { referencePoints } from '../../bench/reference/calibration-points.ts';
import { seededRandom } from '../util/random.ts';
import { normalCdf, normalQuantile } from './distributions.ts';
import { totalsOf } from './jackknife.ts';
import { ratio } from './moments.ts';
import {
  auroc,
  aurocOfCounts,
  type BrierParts,
  brier,
  calibrationCurve,
  equalMassGroups,
  exactUpTo,
  type ForecastPoint,
  noiseCorrectedSkill,
  noiseFloor,
  noiseTally,
  probabilitySums,
  type RepeatedPoint,
} from './probability.ts';

/** Returns mean(prediction) - mean(outcome), in [-1, 1]: above 0 = predictions too high. */
function signedBias(points: readonly ForecastPoint[]): number | null {
  return ratio(
    points.reduce((sum, point) => sum + point.prediction - point.outcome, 0),
    points.length,
  );
}

/**
 * Returns the expected calibration error: sum over bins of n_k / n |mean prediction - mean outcome|, in [0, 1] (Naeini
 * et al. 2015). Biased upwards in small samples and dependent on the bins: secondary to Brier and its parts.
 */
function expectedCalibrationError(points: readonly ForecastPoint[], bins = 10): number | null {
  const curve = calibrationCurve(points, bins);
  return ratio(
    curve.reduce((sum, bin) => sum + bin.n * Math.abs(bin.meanForecast - bin.meanOutcome), 0),
    points.length,
  );
}

/**
 * Returns Murphy's decomposition (1973): exact up to 11 distinct predictions (tenths from 0 to 1), over equal-mass bins
 * beyond.
 */
function brierParts(points: readonly ForecastPoint[], bins = 10): BrierParts | null {
  const score = brier(points);
  if (score === null) return null;
  const distinct = new Set(points.map((point) => point.prediction)).size;
  const isExact = distinct <= Math.max(exactUpTo, bins);
  const groups = isExact ? byForecast(points) : equalMassGroups(points, bins);
  const n = points.length;
  const base = points.reduce((sum, point) => sum + point.outcome, 0) / n;
  let reliability = 0;
  let resolution = 0;
  for (const group of groups) {
    const prediction = group.reduce((sum, point) => sum + point.prediction, 0) / group.length;
    const outcome = group.reduce((sum, point) => sum + point.outcome, 0) / group.length;
    reliability += (group.length / n) * (prediction - outcome) ** 2;
    resolution += (group.length / n) * (outcome - base) ** 2;
  }
  const uncertainty = base * (1 - base);
  const withinBin = isExact ? 0 : score - (reliability - resolution + uncertainty);
  return { brier: score, reliability, resolution, uncertainty, withinBin };
}

function byForecast(points: readonly ForecastPoint[]): readonly ForecastPoint[][] {
  return [...Map.groupBy(points, (point) => point.prediction).values()];
}

it('groups a textbook example by hand: two bins of two', () => {
  const points = [
    { prediction: 0.9, outcome: 1 },
    { prediction: 0.1, outcome: 0 },
    { prediction: 0.3, outcome: 1 },
    { prediction: 0.7, outcome: 0 },
  ];
  const [low, high] = calibrationCurve(points, 2);
  expect(low).toMatchObject({ n: 2, meanOutcome: 0.5 });
  expect(low?.meanForecast).toBeCloseTo(0.2, 12);
  expect(high?.meanForecast).toBeCloseTo(0.8, 12);
  expect(expectedCalibrationError(points, 2)).toBeCloseTo(0.3, 12);
  expect(signedBias(points)).toBeCloseTo(0, 12);
});

it('agrees with R on the bias: mean(forecast) - mean(outcome) of scores.R', () => {
  expect(signedBias(referencePoints)).toBeCloseTo(-0.0541666666667, 10);
});

it('keeps equal predictions together and drops no point', () => {
  const tenths = fc.integer({ min: 0, max: 10 }).map((value) => value / 10);
  const points = fc.array(fc.record({ prediction: tenths, outcome: fc.constantFrom(0, 1) }), { maxLength: 60 });
  fc.assert(
    fc.property(points, fc.integer({ min: 1, max: 15 }), (sample, bins) => {
      const curve = calibrationCurve(sample, bins);
      expect(curve.reduce((sum, bin) => sum + bin.n, 0)).toBe(sample.length);
      expect(curve.length).toBeLessThanOrEqual(bins);
      for (const [index, bin] of curve.entries()) {
        if (index > 0) expect(bin.meanForecast).toBeGreaterThan(curve[index - 1]!.meanForecast);
      }
    }),
  );
});

it('measures 0 for calibrated predictions, and the shift for shifted ones', () => {
  const random = seededRandom('calibration', 1);
  const points = Array.from({ length: 20_000 }, () => {
    const probability = 0.1 + 0.7 * random();
    return { probability, outcome: Number(random() < probability) };
  });
  const honest = points.map(({ probability, outcome }) => ({ prediction: probability, outcome }));
  const boastful = points.map(({ probability, outcome }) => ({ prediction: probability + 0.2, outcome }));
  for (const bin of calibrationCurve(honest)) expect(Math.abs(bin.meanForecast - bin.meanOutcome)).toBeLessThan(0.04);
  expect(signedBias(boastful)).toBeCloseTo(0.2, 1);
  expect(expectedCalibrationError(boastful)).toBeCloseTo(0.2, 1);
});

it('returns null without points, and refuses invalid probabilities', () => {
  expect([calibrationCurve([]), signedBias([]), expectedCalibrationError([])]).toEqual([[], null, null]);
  expect(() => calibrationCurve([{ prediction: 80, outcome: 1 }])).toThrow(RangeError);
});

it('agrees with R (bench/reference/scores.R)', () => {
  const parts = brierParts(referencePoints);
  expect(brier(referencePoints)).toBeCloseTo(0.192916666667, 10);
  expect(parts?.reliability).toBeCloseTo(0.03875, 10);
  expect(parts?.resolution).toBeCloseTo(0.0888888888889, 10);
  expect(parts?.uncertainty).toBeCloseTo(0.243055555556, 10);
  expect(parts?.withinBin).toBe(0);
});

it('has parts that sum to the score, whatever the bins', () => {
  const share = fc.double({ min: 0, max: 1, noNaN: true });
  const points = fc.array(fc.record({ prediction: share, outcome: share }), { minLength: 1, maxLength: 40 });
  fc.assert(
    fc.property(points, fc.integer({ min: 1, max: 12 }), (sample, bins) => {
      const parts = brierParts(sample, bins)!;
      const sum = parts.reliability - parts.resolution + parts.uncertainty + parts.withinBin;
      expect(sum).toBeCloseTo(brier(sample)!, 9);
      expect(parts.reliability).toBeGreaterThanOrEqual(0);
      expect(parts.resolution).toBeLessThanOrEqual(parts.uncertainty + 1e-12);
    }),
  );
});

it('scores a share of executions like its single executions', () => {
  const apart = [1, 1, 1, 0].map((outcome) => ({ prediction: 0.6, outcome }));
  expect(brier([{ prediction: 0.6, outcome: 0.75 }])).toBeCloseTo(brier(apart)!, 12);
});

it('has no score without points', () => {
  expect([brier([]), brierParts([])]).toEqual([null, null]);
});

it('is exact for the eleven tenths from 0 to 1, and bins more distinct forecasts than that', () => {
  const points = (distinct: number) =>
    Array.from({ length: 10 * distinct }, (_, index) => ({
      prediction: (index % distinct) / (distinct - 1),
      outcome: Number(index % 3 === 0),
    }));
  expect(brierParts(points(11))?.withinBin).toBe(0);
  expect(brierParts(points(12))?.withinBin).not.toBe(0);
});

it('agrees with R: W / (n1 n0) of wilcox.test (bench/reference/scores.R)', () => {
  expect(auroc(referencePoints)).toBeCloseTo(0.764285714286, 10);
});

it('recovers a binormal observer: area = Phi(d’ / sqrt 2) (Green and Swets 1966)', () => {
  const random = seededRandom('auroc', 2);
  const points = Array.from({ length: 20_000 }, (_, index) => {
    const outcome = index % 2;
    return { outcome, prediction: normalCdf(normalQuantile(Math.max(random(), 1e-12)) + outcome) };
  });
  expect(auroc(points)).toBeCloseTo(normalCdf(1 / Math.SQRT2), 2);
});

it('counts a share as both', () => {
  const apart = [
    { prediction: 0.2, outcome: 1 },
    { prediction: 0.2, outcome: 0 },
    { prediction: 0.8, outcome: 1 },
    { prediction: 0.8, outcome: 1 },
  ];
  const shared = [
    { prediction: 0.2, outcome: 0.5 },
    { prediction: 0.8, outcome: 1 },
  ];
  expect(auroc(shared)).toBe(auroc(apart));
});

it('is null where one class is missing', () => {
  expect(auroc([{ prediction: 0.5, outcome: 1 }])).toBeNull();
  expect(aurocOfCounts([])).toBeNull();
});

it('follows the definition by hand: two items, K = 4', () => {
  const tally = noiseTally([
    { prediction: 0.5, share: 0.75, runs: 4 },
    { prediction: 0.25, share: 0, runs: 4 },
  ]);
  const floor = (4 / 3) * 0.75 * 0.25;
  const brier = (0.25 ** 2 + 0.1875 + 0.0625) / 2;
  const variance = 2 * 0.375 ** 2; // sample variance of 0.75 and 0
  expect(noiseFloor(tally)).toBeCloseTo(floor / 2, 12);
  expect(noiseCorrectedSkill(tally)).toBeCloseTo(1 - (brier - floor / 2) / (variance - floor / 2 / 4), 12);
});

it('ignores items with one execution, and is null where nothing remains', () => {
  const once = noiseTally([{ prediction: 0.5, share: 1, runs: 1 }]);
  expect([...once]).toEqual([0, 0, 0, 0, 0, 0]);
  expect([noiseFloor(once), noiseCorrectedSkill(once)]).toEqual([null, null]);
});

it('is null where items do not differ beyond noise', () => {
  const same = [0.2, 0.9].map((prediction) => ({ prediction, share: 0.5, runs: 2 }));
  expect(noiseCorrectedSkill(noiseTally(same))).toBeNull();
});

const once = referencePoints.map((point) => ({ ...point, runs: 1 }));

it('agrees with R (bench/reference/scores.R), as the functions of points do', () => {
  const { scores, sumsOf, count, repeatedCount } = probabilitySums(once);
  const totals = sumsOf(once);
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
      const { scores, sumsOf } = probabilitySums(points);
      const totals = totalsOf(groups.map(sumsOf));
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
  const { scores, sumsOf } = probabilitySums(points);
  const exact = auroc(points) ?? Number.NaN;
  expect(Math.abs((scores.auroc(sumsOf(points)) ?? Number.NaN) - exact)).toBeLessThan(0.001);
});

it('has no score without points, or where no cluster is left', () => {
  const { scores, sumsOf } = probabilitySums(once);
  const nothing = sumsOf([]);
  expect(Object.values(scores).map((score) => score(nothing))).toEqual(Object.keys(scores).map(() => null));
});
