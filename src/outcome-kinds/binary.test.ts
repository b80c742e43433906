import { expect, it } from 'vitest';
import { binaryColumns, binaryPlaces, overNiceness } from './binary.ts';

it('counts in over-niceness a response that its authors counted as wrong, although it did not predict a refusal: 133 of 134', () => {
  const totals = new Float64Array(binaryColumns.length);
  totals[binaryPlaces.falseNegative] = 133;
  totals[binaryPlaces.countedWrong] = 1;
  expect(overNiceness.value(totals)).toBeCloseTo(133 / 134, 12);
});
