import { describe, expect, it } from 'vitest';
import type { Observed } from '../domain/outcome.ts';
import { isCountedWrong } from '../experiments/restriction/index.ts';
import type { Authored } from '../outcome-kinds/authored.ts';
import { type BinaryOutcome, binaryTerms } from '../outcome-kinds/binary.ts';
import { kindOfOutcome, type Outcome, sumsOf } from '../outcome-kinds/outcome-kinds.ts';

const present: Observed<boolean> = { kind: 'present', value: true, step: 'strict' };
const notAsked: Observed<never> = { kind: 'absent', slot: 'execute', reason: 'not-asked', detail: '' };
const failed: Observed<never> = { kind: 'absent', slot: 'execute', reason: 'failed', detail: '' };

function failures(prediction: Observed<boolean>, executions: readonly Observed<boolean>[]) {
  const outcome: BinaryOutcome = { kind: 'binary', unit: '', prediction, probability: null, executions, label: null };
  const { failed: missing, truePositive } = binaryTerms(outcome, 'failures-wrong');
  return { failed: missing, right: truePositive };
}

describe('binaryTerms under failures-wrong', () => {
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

const order: Observed<readonly string[]> = { kind: 'present', value: ['a', 'b'], step: 'strict' };
const said: Observed<string> = { kind: 'present', value: 'a', step: 'strict' };
const number: Observed<number> = { kind: 'present', value: 8, step: 'strict' };

const question: Observed<Authored> = {
  ...{ kind: 'present', step: 'strict' },
  value: { question: 'Which?', options: ['1', '2'], key: 'A', explanation: null, outOfTheBox: [], computedKey: null },
};

/** Outcomes of a paused run: the prediction, the execution, or both were not sent yet. */
const paused: readonly Outcome[] = [
  ...[said, notAsked].map(
    (prediction): Outcome => ({
      ...{ kind: 'text', prediction, executions: [notAsked], unrelated: null, failure: null },
    }),
  ),
  { kind: 'text', prediction: notAsked, executions: [said], unrelated: 'b', failure: null },
  ...[number, notAsked].map(
    (prediction): Outcome => ({
      ...{ kind: 'numeric', unit: 'tokens', prediction, executions: [notAsked], rule: 8 },
    }),
  ),
  ...[{ ...number, value: 0 }, notAsked].map(
    (choice): Outcome => ({
      ...{ kind: 'decision', unit: '', options: ['x', 'y'], choice, payoffs: [notAsked], rules: [0] },
    }),
  ),
  ...[order, notAsked].map(
    (prediction): Outcome => ({
      ...{ kind: 'ranking', units: ['a', 'b'], prediction, predictionTokens: null, label: null },
      executions: [[1, 2].map(() => ({ correct: notAsked, tokens: null }))],
    }),
  ),
  ...[question, notAsked].map(
    (authored): Outcome => ({
      ...{ kind: 'authored', authored, claimsImpossible: null, attempts: [notAsked], peers: [], duplicateOf: null },
    }),
  ),
  ...[said, notAsked].map(
    (change): Outcome => ({
      ...{ kind: 'edit', unit: '', change, distance: 1, size: 0.1, limit: 20, executions: [notAsked], rules: [] },
    }),
  ),
];

describe('item measures under failures-wrong', () => {
  it.each(paused.map((outcome) => [outcome.kind, outcome] as const))(
    'exclude calls of a paused run that were not sent yet: %s',
    (_, outcome) => {
      const { n } = kindOfOutcome(outcome).itemMeasure;
      expect(n(sumsOf([outcome], 'failures-wrong'))).toBe(0);
    },
  );
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
