import { describe, expect, it } from 'vitest';
import type { Observed } from '../../domain/outcome.ts';
import type { CategoricalOutcome } from '../../outcome-kinds/categorical.ts';
import type { StudyArm } from '../design/arms.ts';
import { calibrationSamples, type Observation, predictionRows, type StudyObservations } from './prediction-rows.ts';

const present = (value: string): Observed<string> => ({ kind: 'present', value, step: 'text' });
const absent: Observed<string> = { kind: 'absent', slot: 'forecast', reason: 'unparsed', detail: '' };

function observation(
  model: string,
  { executions = [], predictions = [] }: { executions?: Observed<string>[]; predictions?: Observed<string>[] },
): Observation {
  const outcome: CategoricalOutcome = {
    kind: 'categorical',
    unit: 'first-word',
    group: 'animals',
    values: 'open',
    predictions,
    executions,
    modal: null,
    label: null,
    echo: 'cat',
  };
  return { model, unit: 'item 1', cluster: 'cat dog', wording: 'asked-before', outcome };
}

const arm = (base: string, target: string | null, more: Partial<StudyArm> = {}): StudyArm => ({
  name: `${base} on ${target}`,
  base,
  arm: target === null ? 'untrained' : target === base ? 'self' : 'cross',
  target,
  model: null,
  ...more,
});

const arms = [arm('ann', 'ann'), arm('bob', 'ann')];
const observed: StudyObservations = {
  arms,
  models: new Map([
    ['ann on ann', 'ann+'],
    ['bob on ann', 'bob+'],
  ]),
  executions: [
    observation('ann', { executions: [present('owl'), present('cow'), present('owl'), present('cow')] }),
    observation('bob', { executions: [absent] }),
  ],
  predictions: [
    observation('ann+', { predictions: [present('owl'), present('owl')] }),
    observation('bob+', { predictions: [absent, absent] }),
  ],
};

describe('predictionRows', () => {
  const rows = predictionRows(observed);

  it('takes truths from the executions of targets alone, whatever is predicted', () => {
    const [ann, bob] = observed.executions;
    if (ann === undefined || bob === undefined) throw new Error('both targets were executed');
    const predicting = { ...ann.outcome, predictions: [present('bee')] };
    const other: StudyObservations = {
      ...observed,
      executions: [{ ...ann, outcome: predicting }, bob],
      predictions: [
        observation('ann+', { predictions: [present('bee'), present('bee')], executions: [present('bee')] }),
        observation('bob+', { predictions: [present('cow'), absent] }),
      ],
    };
    const truths = (all: StudyObservations) => predictionRows(all).map(({ truth }) => truth);
    expect(truths(other)).toEqual(truths(observed));
    expect(truths(observed)[0]).toBe('owl');
    expect(predictionRows(other)[0]?.right).toBe(false);
  });

  it('joins every predictor with every target', () => {
    expect(rows.map(({ predictor, target, trainedOn }) => [predictor, target, trainedOn])).toEqual([
      ['ann on ann', 'ann', 'ann'],
      ['ann on ann', 'bob', 'ann'],
      ['bob on ann', 'ann', 'ann'],
      ['bob on ann', 'bob', 'ann'],
    ]);
  });

  it('scores a prediction against the most frequent value, and keeps missing values null', () => {
    expect(rows[0]).toMatchObject({ truth: 'owl', prediction: 'owl', right: true, group: 'animals × first-word' });
    expect(rows[1]).toMatchObject({ truth: null, prediction: 'owl', right: null });
    expect(rows[2]).toMatchObject({ truth: 'owl', prediction: null, right: null });
  });
});

describe('calibrationSamples', () => {
  it('keeps pairs with at least two predictions and two executions, about the target of the arm', () => {
    expect(calibrationSamples(observed)).toEqual([
      {
        predictor: 'ann on ann',
        target: 'ann',
        group: 'animals × first-word',
        cluster: 'cat dog',
        binary: false,
        predictions: ['owl', 'owl'],
        executions: ['owl', 'cow', 'owl', 'cow'],
      },
    ]);
  });
});
