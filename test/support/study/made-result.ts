import type { Contrast } from '../../../src/results/contrast.ts';
import type { Quantity } from '../../../src/results/quantity.ts';
import type { PairRecord, StudyResult } from '../../../src/results/study-result.ts';
import { partContrast } from '../../../src/study/analyses/study-contrast.ts';

/** Returns an estimate with an interval of ± 0.1. */
export function madeEstimate(value: number): Quantity {
  return { value, interval: [value - 0.1, value + 0.1], n: 40, clusters: 40, missing: null };
}

const [a, b] = ['made/ada', 'made/bo'];
const none: Quantity = { value: null, interval: null, n: 0, clusters: 0, missing: 'too few rows' };

const trained = {
  family: 2,
  reason: null,
  detectable: null,
  trainings: 3,
  read: { own: 1, other: 1 },
  explainingDeviation: null,
};

/** Returns a contrast of a study. */
function contrast(quantity: Quantity, p: number | null, word: Contrast['word']): Contrast {
  return partContrast({ a: 'a', b: 'b', quantity, p, word });
}

export const madePair: PairRecord = {
  ...{ a, b, nearCopy: false, gainBase: 'scramble', trainings: 3 },
  ...{ detectable: 0.123, detectableWith: { strings: 0.08, trainings: 0.1 }, detectableGain: 0.09 },
  accuracy: { aa: 0.71, ba: 0.52, ab: 0.43, bb: 0.64 },
  ...{ I: contrast(madeEstimate(0.2), 0.001, 'higher'), E: contrast(none, 0.3, 'not measured') },
  ...{ determinant: madeEstimate(0.05), meanGain: madeEstimate(0.14) },
  plain: [
    { ...trained, a, b, quantity: madeEstimate(0.19), test: 't', p: 0.01, adjusted: 0.02, word: 'higher' },
    { ...trained, a: b, b: a, quantity: madeEstimate(0.21), test: 't', p: 0.01, adjusted: 0.03, word: 'higher' },
  ],
  shifted: [
    {
      target: a,
      shifted: 'made/ada-king',
      plain: madeEstimate(0.18),
      difference: contrast(madeEstimate(0.17), 0.013, 'higher'),
      ...{ trainings: 3, hardness: contrast(madeEstimate(0.07), 0.24, 'no difference found') },
    },
  ],
  beyondRules: [{ ...contrast(madeEstimate(0.16), 0.015, 'higher'), a, b: 'mode' }],
  arms: [{ base: a, target: b, kind: 'trained', accuracies: [0.42, 0.43, 0.44] }],
  excludedGroups: [{ group: 'animals × color', reason: '12 rows, fewer than 20' }],
  ...{
    verdict: 'no advantage found',
    sentence: 'ada and bo: no advantage found: E is not above zero.',
    reasons: ['E is missing.'],
  },
};

const row = { predictor: 'made/ada+self', base: a, arm: 'self', trainedOn: a, target: a } as const;
const deviation = { predictions: 4, n: 40, mad: 9.1, perfect: 3.2, excess: 5.9, interval: [1, 11] as [number, number] };

const rung = {
  ...{ constant: madeEstimate(0.3), gain: madeEstimate(0.1), reexecution: madeEstimate(0.9), others: none },
  ...{ known: 1, read: 0.4, p: 0.03 },
};

/** A result with an entry in every analysis, and a missing number in some. */
export const madeStudyResult: StudyResult = {
  ...{ seed: 1, pairs: [madePair] },
  accuracy: [{ ...row, group: 'animals × first-word', value: 0.7, n: 40, coverage: 0.9, baselines: rules() }],
  predictors: [
    { ...row, accuracy: madeEstimate(0.7), mode: 0.31, coverage: 0.9 },
    {
      ...row,
      predictor: 'made/bo',
      base: b,
      arm: 'untrained',
      trainedOn: null,
      accuracy: none,
      mode: 0.31,
      coverage: 0.2,
    },
  ],
  properties: [
    {
      ...{ target: a, other: b, property: 'first-word', groups: 1, rows: 40, mode: 0.31 },
      ...{ self: madeEstimate(0.7), cross: madeEstimate(0.5), difference: madeEstimate(0.2) },
    },
  ],
  calibration: [
    {
      ...{ predictor: 'made/ada+self', target: a, group: 'animals × first-word', deviation },
    },
  ],
  reliability: [
    {
      predictor: 'made/ada+self',
      target: a,
      bins: [
        { n: 30, predicted: 0.05, observed: 0.15 },
        { n: 25, predicted: 0.85, observed: 0.65 },
      ],
    },
  ],
  behaviorChange: [
    {
      ...{ shift: 'prompt', target: a, n: 30, coverage: 0.95, mcnemar: { newer: 3, older: 9, p: 0.146 } },
      ...{ changed: madeEstimate(0.3), noise: madeEstimate(0.1), beyondNoise: madeEstimate(0.22) },
      ...{ accuracyNew: madeEstimate(0.41), accuracyOld: madeEstimate(0.61), tracking: madeEstimate(-0.2) },
      ...{ trackingUnshifted: madeEstimate(-0.25), differenceInDifferences: madeEstimate(0.06) },
      properties: [],
    },
  ],
  ladder: [
    {
      ...{ predictor: row.predictor, base: a, arm: 'self', target: a, axis: 'length', notAboveFrom: 'sentence' },
      ...{ slope: madeEstimate(-0.2), gainSlope: none },
      rungs: [
        { ...rung, rung: 1, label: 'word', score: madeEstimate(0.71), adjusted: 0.002, isAbove: true },
        { ...rung, rung: 2, label: 'sentence', score: none, adjusted: 0.4, isAbove: false },
      ],
    },
  ],
  transfer: [
    {
      ...{ experiment: 'association', base: a, self: madeEstimate(0.66), scramble: madeEstimate(0.65) },
      untrained: none,
      effect: { ...contrast(madeEstimate(0.01), 0.4, 'no difference found'), adjusted: 0.8, family: 2 },
      constant: { self: madeEstimate(0.61), scramble: madeEstimate(0.62), untrained: none },
      gain: { self: madeEstimate(0.05), scramble: madeEstimate(0.03), untrained: none },
      usable: 0.97,
      trainings: 3,
      drift: { ability: 0.011, refused: null },
    },
  ],
  reasoning: {
    tests: 2,
    arms: [
      {
        ...row,
        ...{ direct: madeEstimate(0.5), deliberate: madeEstimate(0.7), read: none, isEqual: false },
        difference: { ...contrast(madeEstimate(0.2), 0.01, 'higher'), adjusted: 0.02, family: 2, detectable: 0.15 },
        ...{ constant: madeEstimate(0.31), gain: { direct: madeEstimate(0.19), deliberate: madeEstimate(0.39) } },
        trainings: 3,
        coverage: { direct: 0.91, deliberate: 0.81 },
      },
    ],
    changes: [
      {
        ...{ base: a, untrained: madeEstimate(0.15), self: madeEstimate(0.2), read: null, isEqual: false },
        difference: { ...contrast(madeEstimate(0.05), 0.4, 'no difference found'), family: 2, detectable: 0.25 },
      },
    ],
  },
};

function rules(): Record<string, number> {
  const names = ['mode', 'trainingMode', 'itemOnly', 'trainedItemOnly', 'echo', 'oracleMode'];
  return Object.fromEntries(names.map((name, index) => [name, 0.3 + index / 100]));
}
