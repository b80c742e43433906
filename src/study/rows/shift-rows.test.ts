import { describe, expect, it } from 'vitest';
import type { CategoricalOutcome } from '../../outcome-kinds/categorical.ts';
import type { StudyArm } from '../design/arms.ts';
import type { Observation } from './prediction-rows.ts';
import { selfTrainingRows, shiftRows } from './shift-rows.ts';

function observation(model: string, kind: 'executions' | 'predictions', values: readonly string[]): Observation {
  const parts = values.map((value) => ({ kind: 'present', value, step: 'text' }) as const);
  const outcome: CategoricalOutcome = {
    kind: 'categorical',
    unit: 'first-word',
    group: 'animals',
    values: 'open',
    predictions: [],
    executions: [],
    modal: null,
    label: null,
    echo: null,
    [kind]: parts,
  };
  return { model, unit: 'item 1', cluster: 'cat dog', wording: 'asked-before', outcome };
}

const arm = (name: string, kind: StudyArm['arm'], target: string): StudyArm => ({
  name,
  base: 'ann',
  arm: kind,
  target,
  model: name,
});
const arms = [arm('ann+self', 'self', 'ann'), arm('ann+shifted', 'shifted', 'bob')];
const models = new Map(arms.map(({ name }) => [name, name]));
const predictions = [
  observation('ann+self', 'predictions', ['owl']),
  observation('ann+shifted', 'predictions', ['cow']),
];

describe('shiftRows', () => {
  it('joins the behavior before and after the shift with both predictions', () => {
    const executions = [
      observation('ann+self', 'executions', ['owl']),
      observation('ann+shifted', 'executions', ['cow']),
    ];
    expect(shiftRows({ arms, models, executions, predictions })).toEqual([
      {
        target: 'ann',
        property: 'first-word',
        group: 'animals × first-word',
        cluster: 'cat dog',
        binary: false,
        before: 'owl',
        beforeAgain: null,
        after: 'cow',
        shifted: 'cow',
        unshifted: 'owl',
      },
    ]);
  });

  it('computes the noise floor from the second half of the executions before the shift', () => {
    const executions = [
      observation('ann+self', 'executions', ['owl', 'owl', 'pig', 'pig']),
      observation('ann+shifted', 'executions', ['cow', 'cow', 'owl', 'owl']),
    ];
    const [row] = shiftRows({ arms, models, executions, predictions });
    expect(row).toMatchObject({ before: 'owl', beforeAgain: 'pig', after: 'cow' });
  });

  it('gives no rows without a shifted arm', () => {
    expect(shiftRows({ arms: arms.slice(0, 1), models, executions: [], predictions })).toEqual([]);
  });
});

describe('selfTrainingRows', () => {
  const targetExecutions = [observation('ann', 'executions', ['pig'])];

  it('joins the behavior before training with what the self-trained model executes and predicts', () => {
    const executions = [observation('ann+self', 'executions', ['owl'])];
    expect(selfTrainingRows({ arms, models, executions, predictions, targetExecutions })).toMatchObject([
      { target: 'ann', before: 'pig', after: 'owl', shifted: 'owl', unshifted: null },
    ]);
  });

  it('has no later value of a model that was not executed after training', () => {
    const [row] = selfTrainingRows({ arms, models, executions: [], predictions, targetExecutions });
    expect(row?.after).toBeNull();
  });
});
