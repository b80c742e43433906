import { expect, it } from 'vitest';
import { PlacedTally, resampledTotals, resampledUnits, totalsOf } from './resample.ts';
import { mostResampled, resamplingOf } from './resampling.ts';

it('keeps all clusters in batches whose sizes differ by at most one', () => {
  const clusters = Array.from({ length: 3_000 }, (_, index) => [1, index]);
  const batches = resampledUnits(clusters, resamplingOf(clusters.length, { resamples: 10, seed: 1 }));
  expect(batches).toHaveLength(mostResampled);
  expect([...totalsOf(batches)]).toEqual([...totalsOf(clusters)]);
  expect(new Set(batches.map((batch) => batch[0]))).toEqual(new Set([2, 3]));
});

it('does not batch few clusters', () => {
  const clusters = [[1], [2]];
  const units = resampledUnits(clusters, resamplingOf(clusters.length, { resamples: 10, seed: 1 }));
  expect(units.map((unit) => [...unit])).toEqual(clusters);
});

it('draws n of n units, each with equal probability', () => {
  const units = Array.from({ length: 5 }, (_, index) =>
    Array.from({ length: 5 }, (__, position) => Number(position === index)),
  );
  const sums = new Float64Array(5);
  for (const totals of resampledTotals(units, resamplingOf(5, { resamples: 4_001, seed: 2 }))) {
    expect(totals.reduce((sum, times) => sum + times, 0)).toBe(5);
    for (const [position, times] of totals.entries()) sums[position] = sums[position]! + times;
  }
  for (const sum of sums) expect(Math.abs(sum / 4_001 - 1)).toBeLessThan(0.06);
});

it('treats a placed tally like the full one', () => {
  const wide = [
    [1, 2, 0, 0],
    [0, 0, 3, 4],
  ];
  const placed = [new PlacedTally(4, 0, [1, 2]), new PlacedTally(4, 2, [3, 4])];
  expect([...totalsOf(placed)]).toEqual([1, 2, 3, 4]);
  for (const times of [1, 1_000]) {
    const many = <T>(tallies: readonly T[]) => Array.from({ length: times }, () => tallies).flat();
    const resampling = resamplingOf(2 * times, { resamples: 10, seed: 3 });
    const units = resampledUnits(many(placed), resampling).map((unit) => [...Float64Array.from(unit)]);
    expect(units).toEqual(resampledUnits(many(wide), resampling).map((unit) => [...Float64Array.from(unit)]));
  }
});

it('sums only the columns that are read, and leaves the others NaN', () => {
  const units = Array.from({ length: 40 }, (_, unit) => [unit % 3, 1, unit / 7, 0]);
  const resampling = resamplingOf(40, { resamples: 21, seed: 4 });
  const all = Array.from(resampledTotals(units, resampling), (totals) => [...totals]);
  const some = Array.from(resampledTotals(units, resampling, new Set([0, 3])), (totals) => [...totals]);
  expect(some).toEqual(all.map(([first, , , last]) => [first, Number.NaN, Number.NaN, last]));
});
