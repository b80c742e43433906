import { expect, test } from 'vitest';
import type { BinaryOutcome, Part } from '../score/outcome.ts';
import { totalsOf } from '../stats/resample.ts';
import { accuracy, ceilingAccuracy, labelAccuracy, majorityAccuracy } from './binary-measures.ts';
import { binaryTally } from './binary-tally.ts';

const present = (value: boolean): Part<boolean> => ({ kind: 'present', value, step: 'strict' });
const lost: Part<boolean> = { kind: 'absent', slot: 'forecast', reason: 'unparsed', detail: '' };

function outcome(forecast: Part<boolean>, ...executions: readonly boolean[]): BinaryOutcome {
  return { kind: 'binary', unit: '', forecast, probability: null, executions: executions.map(present), label: true };
}

// Of the four units, the two without a forecast do otherwise: they would turn every number beside the score round.
const units = [
  outcome(present(true), true, true),
  outcome(present(false), true, true),
  outcome(lost, false, true),
  outcome(lost, false, false),
];
const totals = (policy: 'parsed' | 'failures-wrong') => totalsOf(units.map((unit) => binaryTally(unit, policy)));

test('a score and what stands beside it are of the same units', () => {
  const parsed = totals('parsed');
  expect([accuracy.value(parsed), accuracy.n(parsed)]).toEqual([0.5, 2]);
  expect([accuracy.baseRate?.(parsed), majorityAccuracy.n(parsed)]).toEqual([1, 2]);
  expect([labelAccuracy.value(parsed), accuracy.itemLabel?.(parsed)]).toEqual([1, 1]);
  expect([ceilingAccuracy.value(parsed), accuracy.ceiling?.(parsed)]).toEqual([1, 1]);
});

test('where lost units count as wrong, rules that never fail are scored on them too', () => {
  const all = totals('failures-wrong');
  expect([accuracy.value(all), accuracy.n(all)]).toEqual([0.25, 4]);
  expect([accuracy.baseRate?.(all), labelAccuracy.value(all)]).toEqual([0.625, 0.625]);
  expect(accuracy.ceiling?.(all)).toBe(0.75);
  expect(accuracy.bounds?.(all)).toEqual([0.25, 0.75]);
});
