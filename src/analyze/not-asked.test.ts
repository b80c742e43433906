import { describe, expect, it } from 'vitest';
import type { Observed } from '../domain/outcome.ts';
import { isCountedWrong } from '../experiments/restriction/index.ts';
import { type BinaryOutcome, binaryPlaces, binaryTally } from '../outcome-kinds/binary.ts';

const present: Observed<boolean> = { kind: 'present', value: true, step: 'strict' };
const notAsked: Observed<never> = { kind: 'absent', slot: 'execute', reason: 'not-asked', detail: '' };
const failed: Observed<never> = { kind: 'absent', slot: 'execute', reason: 'failed', detail: '' };

function failures(prediction: Observed<boolean>, executions: readonly Observed<boolean>[]) {
  const outcome: BinaryOutcome = { kind: 'binary', unit: '', prediction, probability: null, executions, label: null };
  const tally = binaryTally(outcome, 'failures-wrong');
  return { failed: tally[binaryPlaces.failed], right: tally[binaryPlaces.truePositive] };
}

describe('binaryTally under failures-wrong', () => {
  it('excludes calls that a paused run has not sent yet', () => {
    expect(failures(notAsked, [notAsked])).toEqual({ failed: 0, right: 0 });
    expect(failures(present, [notAsked])).toEqual({ failed: 0, right: 0 });
    expect(failures(present, [present, notAsked])).toEqual({ failed: 0, right: 1 });
  });

  it('counts failed calls', () => {
    expect(failures(present, [present, failed])).toEqual({ failed: 0.5, right: 0.5 });
    expect(failures(failed, [present])).toEqual({ failed: 1, right: 0 });
  });
});

describe('isCountedWrong', () => {
  it.each([
    ['', true],
    [' \n', true],
    ['an answer', false],
  ])('returns for a recorded response %j: %s', (text, isWrong) => {
    const answer = (content: string) => ({ kind: 'answered', text: content }) as never; // the only fields of an answer that are read
    const answers = { get: (slot: string) => answer(slot === 'execute' ? text : '{}') };
    expect(isCountedWrong(answers, present, [present])).toBe(isWrong);
  });
});
