import { describe, expect, it } from 'vitest';
import { lehmer } from '../../../test/support/stats/lehmer.ts';
import { seededRandom } from '../../util/random.ts';
import { accuracy, confusionOf, mcc } from '../confusion.ts';
import { ratio } from '../moments.ts';
import { clusterBootstrap, clusterBootstrapAll, fewestClusters } from './bootstrap.ts';
import { totalsOf } from './resample.ts';

/** Returns the 40 clusters of bench/reference/bootstrap.R. */
function referenceClusters(): readonly Float64Array[] {
  const numbers = lehmer(11, 400);
  return Array.from({ length: 40 }, (_, cluster) => {
    const v = numbers.slice(10 * cluster, 10 * cluster + 10);
    const tally = new Float64Array(4);
    for (let trial = 0; trial < 2 + Math.floor(4 * v[0]!); trial += 1) {
      const held = v[1 + trial]! < 0.3;
      const said = v[6 + (trial % 4)]! < (held ? 0.8 : 0.3);
      const column = said ? Number(!held) : 2 + Number(held);
      tally[column] = tally[column]! + 1;
    }
    return tally;
  });
}

const share = (totals: Float64Array) => ratio(totals[0]!, totals[1]!);

describe('against R’s boot.ci(type = "bca") at the widened level (bench/reference/bootstrap.R)', () => {
  const clusters = referenceClusters();

  it('has the same data', () => {
    expect([...totalsOf(clusters)]).toEqual([48, 13, 71, 7]);
  });

  it('gives the same intervals up to the Monte-Carlo error of 20,000 resamples', () => {
    const values = (totals: Float64Array) => [accuracy(confusionOf(totals)), mcc(confusionOf(totals))];
    const [ofAccuracy, ofMcc] = clusterBootstrapAll({ clusters, values, seed: 1, resamples: 20_000 });
    expect(Math.abs(ofAccuracy!.low - 0.781690140845)).toBeLessThan(0.003);
    expect(Math.abs(ofAccuracy!.high - 0.913043478261)).toBeLessThan(0.003);
    expect(Math.abs(ofMcc!.low - 0.553023208714)).toBeLessThan(0.006);
    expect(Math.abs(ofMcc!.high - 0.822511826582)).toBeLessThan(0.006);
  });
});

it('gives Student’s interval for a mean of normal values: R’s t.test(1:10 / 10) is [0.3334, 0.7666]', () => {
  const clusters = Array.from({ length: 10 }, (_, index) => [(index + 1) / 10, 1]);
  const interval = clusterBootstrap({ clusters, value: share, seed: 1, resamples: 20_000 });
  expect(Math.abs(interval!.low - 0.3334149)).toBeLessThan(0.02);
  expect(Math.abs(interval!.high - 0.7665851)).toBeLessThan(0.02);
});

it('is deterministic for its seed, and reports its method', () => {
  const clusters = referenceClusters();
  const value = (totals: Float64Array) => accuracy(confusionOf(totals));
  const first = clusterBootstrap({ clusters, value, seed: 5 });
  expect(first).toMatchObject({ level: 0.95, seed: 5, method: 'cluster bootstrap (BCa, t-widened)' });
  expect(clusterBootstrap({ clusters, value, seed: 5 })).toEqual(first);
  expect(clusterBootstrap({ clusters, value, seed: 6 })).not.toEqual(first);
});

it('is wider for whole clusters that agree than for independent trials', () => {
  const random = seededRandom('icc', 1);
  const answers = Array.from({ length: 50 }, () => Number(random() < 0.5));
  const together = answers.map((answer) => [4 * answer, 4]);
  const apart = answers.flatMap((answer) => Array.from({ length: 4 }, () => [answer, 1]));
  const width = (clusters: readonly number[][]) => {
    const interval = clusterBootstrap({ clusters, value: share, seed: 1 });
    return interval!.high - interval!.low;
  };
  expect(width(together) / width(apart)).toBeGreaterThan(1.8);
});

/** Returns varying clusters of five answers each. */
function many(clusters: number, right: number): readonly number[][] {
  return Array.from({ length: clusters }, (_, index) => [right - (index % 2), 5]);
}

describe('undefined intervals', () => {
  it.each([
    ['no cluster', []],
    ['one cluster', [[3, 5]]],
    ['five clusters: no resample of theirs has the truth inside in 95 % of samples', many(5, 3)],
    ['no spread between clusters', many(8, 5).map(() => [5, 5])],
    ['an undefined value', many(8, 0).map(() => [0, 0])],
    ['a value that 11 % of the resamples lack', [[1, 2], [2, 2], ...many(8, 0).map(() => [0, 0])]],
  ])('%s: null', (_, clusters) => {
    expect(clusterBootstrap({ clusters, value: share, seed: 1 })).toBeNull();
  });

  it('returns null for a value that is not finite', () => {
    const value = (totals: Float64Array) => totals[0]! / totals[1]!;
    const clusters = many(8, 0).map((_, index) => [index + 1, 0]);
    expect(clusterBootstrap({ clusters, value, seed: 1 })).toBeNull();
  });
});

it('requires six clusters at 95 %, and five at 90 %', () => {
  expect([0.9, 0.95, 0.99].map(fewestClusters)).toEqual([5, 6, 8]);
  expect(clusterBootstrap({ clusters: many(6, 3), value: share, seed: 1 })).not.toBeNull();
  expect(clusterBootstrap({ clusters: many(5, 3), value: share, seed: 1, level: 0.9 })).not.toBeNull();
});

it('refuses clusters with different columns', () => {
  expect(() => clusterBootstrap({ clusters: [[1, 2], [1]], value: share, seed: 1 })).toThrow(RangeError);
});

it('batches many clusters without changing the width: 20,000 against the binomial standard error', () => {
  const random = seededRandom('many', 1);
  const clusters = Array.from({ length: 20_000 }, () => [Number(random() < 0.3), 1]);
  const interval = clusterBootstrap({ clusters, value: share, seed: 1 });
  const expected = 2 * 1.96 * Math.sqrt((0.3 * 0.7) / 20_000);
  expect((interval!.high - interval!.low) / expected).toBeGreaterThan(0.9);
  expect((interval!.high - interval!.low) / expected).toBeLessThan(1.1);
});

it.each([
  [199, 10_000],
  [200, 2_000],
])('draws more resamples where clusters are few: of %i clusters, %i', (count, resamples) => {
  const random = seededRandom('draws', count);
  const clusters = Array.from({ length: count }, () => [Number(random() < 0.4), 1]);
  const ends = (more: { readonly resamples?: number }) =>
    clusterBootstrap({ clusters, value: share, seed: 1, ...more });
  expect(ends({})).toEqual(ends({ resamples }));
  expect(ends({})).not.toEqual(ends({ resamples: 12_000 - resamples }));
});
