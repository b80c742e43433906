import { describe, expect, it } from 'vitest';
import { predictionRow } from '../../../test/support/study/prediction-row.ts';
import { shiftRow } from '../../../test/support/study/shift-row.ts';
import { simulatedModel, simulatedRows, simulatedWorld } from '../../../test/support/study/simulated-rows.ts';
import { studyResultSchema } from '../../results/study-result.ts';
import { analyzeStudy, type StudyRows } from './analyze-study.ts';
import type { CalibrationSamples } from './rows.ts';

const options = { seed: 1 };
const models = ['ann', 'bob'].map((name) => simulatedModel(name, 2, { knowledge: 0.6 }));
const predictions = simulatedRows(simulatedWorld(models, 2), { strings: 80, seed: 1, trainings: 3 });
const calibration = Array.from({ length: 20 }, (_, n): CalibrationSamples => {
  const executions = Array.from({ length: 10 }, (__, index) => ((index * 3) % 10 <= n % 8 ? 'a' : 'b'));
  const names = { predictor: 'ann', target: 'ann', group: 'g', cluster: `s${n}` };
  return { ...names, binary: true, predictions: executions, executions };
});
const rows: StudyRows = {
  predictions,
  calibration,
  shifts: Array.from({ length: 12 }, (_, n) => shiftRow({ cluster: `s${n}` })),
  promptShifts: [shiftRow({ shifted: 'owl' })],
  selfTraining: [shiftRow()],
  transfer: [
    {
      experiment: 'association',
      base: 'ann',
      arm: 'self',
      cluster: 'c',
      score: 1,
      read: 1,
      constants: [0.25, 0.75],
      usable: 1,
      ability: 1,
      refused: 0,
    },
  ],
};

describe('analyzeStudy', () => {
  const result = analyzeStudy(rows, options);

  it('names the groups whose values differ by item, and none where values are shared', () => {
    expect(result.itemValueGroups).toBeUndefined();
    const own = predictions.map((row) => ({ ...row, fixedValues: 'closed' as const, truth: row.cluster, right: null }));
    expect(analyzeStudy({ predictions: own }, { seed: 1 }).itemValueGroups).toContain(own[0]?.group);
  });

  it('returns what its schema describes, also after a round trip through JSON', () => {
    expect(studyResultSchema.parse(JSON.parse(JSON.stringify(result)))).toEqual(result);
  });

  it('finds the advantage of models that know themselves', () => {
    expect(result.pairs).toMatchObject([{ a: 'ann', b: 'bob', gainBase: 'scramble', verdict: 'own better' }]);
    const [pair] = result.pairs;
    expect(pair!.I.quantity.interval![0]).toBeGreaterThan(0);
    expect(pair!.E.quantity.interval![0]).toBeGreaterThan(0);
    expect(pair!.plain.map(({ a }) => a)).toEqual(['ann', 'bob']);
  });

  it('fills every part that has rows', () => {
    expect(result.accuracy).toHaveLength(2 * 4 * 2 * 3); // each training
    expect(result.calibration).toHaveLength(1);
    expect(result.behaviorChange.map(({ shift }) => shift)).toEqual(['self-training', 'training', 'prompt']);
    expect(result.transfer).toHaveLength(1);
  });

  it('returns identical bytes for the same rows in any order', () => {
    expect(JSON.stringify(analyzeStudy(rows, options))).toBe(JSON.stringify(result));
    const { pairs } = analyzeStudy({ ...rows, predictions: rows.predictions.toReversed() }, options);
    expect(pairs).toEqual(result.pairs);
  });

  it('counts the held-out answers without a value: one for each target, string and property, whatever the arms', () => {
    expect(result.withoutValue).toBeUndefined();
    const first = rows.predictions.find(({ split }) => split === 'test')!;
    const isLost = ({ target, property, cluster }: typeof first) =>
      target === first.target && property === first.property && cluster === first.cluster;
    const lost = rows.predictions.map((row) => (isLost(row) ? { ...row, truth: null, right: null } : row));
    const { withoutValue } = analyzeStudy({ ...rows, predictions: lost }, options);
    expect(withoutValue?.units).toBe(new Set(rows.predictions.filter(isLost).map(({ task }) => task)).size);
  });

  it('returns an empty result without rows', () => {
    const empty = analyzeStudy({ predictions: [] }, options);
    expect(studyResultSchema.parse(empty)).toMatchObject({
      pairs: [],
      accuracy: [],
      behaviorChange: [],
      calibration: [],
    });
  });

  it('does not report a part that only one target has', () => {
    const [pair] = analyzeStudy({ predictions: [predictionRow()] }, options).pairs;
    expect(pair).toBeUndefined();
  });
});
