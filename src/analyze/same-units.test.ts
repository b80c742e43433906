import { expect, test } from 'vitest';
import type { Observed } from '../domain/outcome.ts';
import { experimentNamed, experimentRegistry } from '../experiments/registry.ts';
import { accuracy, type BinaryOutcome, itemRuleAccuracy, reexecutionAccuracy } from '../outcome-kinds/binary.ts';
import { type Outcome, sumsOf } from '../outcome-kinds/outcome-kinds.ts';
import type { RankingOutcome } from '../outcome-kinds/ranking-terms.ts';
import type { TextOutcome } from '../outcome-kinds/text.ts';

const present = (value: boolean): Observed<boolean> => ({ kind: 'present', value, step: 'strict' });
const lost: Observed<boolean> = { kind: 'absent', slot: 'forecast', reason: 'unparsed', detail: '' };

function outcome(prediction: Observed<boolean>, ...executions: readonly boolean[]): BinaryOutcome {
  return { kind: 'binary', unit: '', prediction, probability: null, executions: executions.map(present), label: true };
}

// Of the four units, the two without a prediction behave differently: including them would reverse every reference value.
const units = [
  outcome(present(true), true, true),
  outcome(present(false), true, true),
  outcome(lost, false, true),
  outcome(lost, false, false),
];
const totals = (policy: 'parsed' | 'failures-wrong') => sumsOf(units, policy);

test('computes a score and its references on the same units', () => {
  const parsed = totals('parsed');
  expect([accuracy.value(parsed), accuracy.n(parsed)]).toEqual([0.5, 2]);
  expect([accuracy.baseRate?.(parsed), accuracy.constants?.(parsed)]).toEqual([1, [0, 1]]);
  expect([itemRuleAccuracy.value(parsed), accuracy.itemRule?.(parsed)]).toEqual([1, 1]);
  expect([reexecutionAccuracy.value(parsed), accuracy.reexecution?.(parsed)]).toEqual([1, 1]);
});

test('scores rules on missing units too where these count as wrong', () => {
  const all = totals('failures-wrong');
  expect([accuracy.value(all), accuracy.n(all)]).toEqual([0.25, 4]);
  expect([accuracy.baseRate?.(all), itemRuleAccuracy.value(all)]).toEqual([0.625, 0.625]);
  expect(accuracy.reexecution?.(all)).toBe(0.75);
  expect(accuracy.bounds?.(all)).toEqual([0.25, 0.75]);
});

const order: RankingOutcome = {
  kind: 'ranking',
  units: ['A', 'B'],
  prediction: { kind: 'present', value: ['A', 'B'], step: 'strict' },
  predictionTokens: 10,
  executions: [1, 2].map((sample) => [
    { correct: present(true), tokens: sample },
    { correct: present(true), tokens: 5 },
  ]),
  label: ['A', 'B'],
};
const otherOrder: RankingOutcome = {
  ...order,
  prediction: { kind: 'absent', slot: 'forecast', reason: 'unparsed', detail: '' },
  executions: [1, 9].map((tokens) => [
    { correct: present(true), tokens },
    { correct: present(true), tokens: 5 },
  ]),
  label: ['B', 'A'],
};
const said = (value: string): Observed<string> => ({ kind: 'present', value, step: 'strict' });
const text: TextOutcome = {
  kind: 'text',
  prediction: said('one two three'),
  executions: [said('one two three'), said('one two three')],
  unrelated: 'one two three',
  failure: null,
  judgedFailure: { kind: 'present', value: null, step: 'strict' },
};
const otherText: TextOutcome = {
  ...text,
  prediction: { kind: 'absent', slot: 'forecast', reason: 'unparsed', detail: '' },
  executions: [said('x'), said('y')],
  unrelated: 'z',
};

test.each([
  ['difficulty', order, otherOrder],
  ['verbatim', text, otherText],
] as [string, Outcome, Outcome][])(
  '%s: an outcome without a prediction does not change the references',
  (name, one, other) => {
    const { measures } = experimentNamed(experimentRegistry(), name);
    const [headline] = measures;
    const beside = (outcomes: readonly Outcome[]) => {
      const sums = sumsOf(outcomes, 'parsed');
      return [
        headline?.value(sums),
        headline?.baseRate?.(sums),
        headline?.reexecution?.(sums),
        headline?.itemRule?.(sums),
      ];
    };
    expect(beside([one, other])).toEqual(beside([one]));
    expect(beside([one])[2]).toBe(1);
  },
);
