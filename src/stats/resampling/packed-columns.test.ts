import { expect, it } from 'vitest';
import { seededRandom } from '../../util/random.ts';
import { packedColumns, unpackSum } from './packed-columns.ts';

const random = seededRandom('packed', 1);
const units = 300;
const kinds: readonly (() => number)[] = [
  () => Math.floor(random() * 60),
  () => Math.floor(random() * 9) - 4,
  () => Math.floor(random() * 5) / 2,
  () => Math.floor(random() * 4) / 3,
  () => 0,
  () => Math.floor(random() * 2 ** 12) - 2 ** 11,
  () => -7,
  () => Math.floor(random() * 2 ** 30) / 4,
  () => random() * 2 ** 60,
  () => Number(random() < 0.01),
];
const tallies = Array.from({ length: units }, () => kinds.map((kind) => kind()));
const all = kinds.map((_, column) => column);

it('computes every column’s sum over drawn units exactly', () => {
  const packed = packedColumns(tallies, all);
  for (const drawn of [() => Math.floor(random() * units), () => 0, () => units - 1]) {
    const times = new Float64Array(units);
    for (let taken = 0; taken < units; taken += 1) {
      const unit = drawn();
      times[unit] = times[unit]! + 1;
    }
    const sumOf = (value: (unit: number) => number) => times.reduce((sum, often, unit) => sum + often * value(unit), 0);
    const sums = new Float64Array(1 + kinds.length);
    for (const column of packed)
      unpackSum(
        column,
        sumOf((unit) => column.values[unit]!),
        { sums, first: 1 },
      );
    expect([...sums]).toEqual([0, ...all.map((column) => sumOf((unit) => tallies[unit]![column]!))]);
  }
});

it('packs integers, keeps fractions separate, and omits columns that are not requested or all 0', () => {
  const held = (columns: readonly number[]) =>
    packedColumns(tallies, columns).map(({ parts }) => parts.map(({ column }) => column));
  expect(held([0, 1, 2, 3, 4])).toEqual([[0, 1, 2], [3]]);
  expect(held([5, 7])).toEqual([[5], [7]]);
  expect(held([8])).toEqual([[8]]);
});
