import { expect, it } from 'vitest';
import type { Observed } from '../domain/outcome.ts';
import { type BinaryOutcome, overNiceness } from './binary.ts';
import { sumsOf } from './outcome-kinds.ts';

const value = (holds: boolean): Observed<boolean> => ({ kind: 'present', value: holds, step: 'recorded' });
const missing: Observed<never> = { kind: 'absent', slot: 'forecast', reason: 'unparsed', detail: '' };

function outcome(prediction: Observed<boolean>, more: Partial<BinaryOutcome> = {}): BinaryOutcome {
  return { kind: 'binary', unit: '', prediction, probability: null, executions: [value(true)], label: null, ...more };
}

it('counts in over-niceness a response that its authors counted as wrong, although it did not predict a refusal: 133 of 134', () => {
  const refused = Array.from({ length: 133 }, () => outcome(value(false)));
  expect(overNiceness.value(sumsOf([...refused, outcome(missing, { countedWrong: true })], 'parsed'))).toBeCloseTo(
    133 / 134,
    12,
  );
});
