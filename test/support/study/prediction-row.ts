import type { Arm } from '../../../src/results/study-result.ts';
import type { PredictionRow } from '../../../src/study/analyses/rows.ts';

/** Returns a row of a self-trained model that is right about "animals × first-word" of a string, with changes. */
export function predictionRow(changes: Partial<PredictionRow> = {}): PredictionRow {
  const base = changes.base ?? 'ann';
  const target = changes.target ?? base;
  const arm: Arm = changes.arm ?? (base === target ? 'self' : 'cross');
  const task = changes.task ?? 'animals';
  const property = changes.property ?? 'first-word';
  const truth = changes.truth === undefined ? 'cat' : changes.truth;
  const prediction = changes.prediction === undefined ? truth : changes.prediction;
  return {
    predictor: `${base}, ${arm}, ${target}`,
    base,
    arm,
    trainedOn: arm === 'untrained' ? null : target,
    target,
    task,
    property,
    group: `${task} × ${property}`,
    cluster: 'dog owl',
    split: 'test',
    wording: 'asked-before',
    ...changes,
    truth,
    prediction,
    right: truth === null || prediction === null ? null : truth === prediction,
  };
}
