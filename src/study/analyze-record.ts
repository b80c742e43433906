import { analyzeStudy } from '../introspection/analyze-study.ts';
import type { StudyResult } from '../introspection/study-result.ts';
import type { Store } from '../store/store.ts';
import { AppError } from '../util/app-error.ts';
import {
  calibrationSamples,
  type Observation,
  observationsOf,
  predictionRows,
  trainingRows,
} from './prediction-rows.ts';
import { couplingRows, driftRows, shiftRows } from './shift-rows.ts';
import { runOfStep, type StudyRecord, type StudyStep } from './study-record.ts';

/** Computes the result of a study from its stored answers. The same answers give the same result, to the last digit. */
export async function analyzeRecord(store: Store, record: StudyRecord): Promise<StudyResult> {
  const { design, arms, trained } = record;
  const observed = (step: StudyStep) => observationsOfStep(store, record, step);
  const models = new Map(arms.map(({ name, model }) => [name, model]));
  const executions = await observed('executions');
  const predictions = await observed('predictions');
  const known = { arms, models, executions, predictions, trained };
  const later = { arms, models, executions: await observed('trained-executions'), predictions };
  return analyzeStudy(
    {
      predictions: [...predictionRows(known), ...trainingRows(await observed('training-executions'))],
      calibration: calibrationSamples(known),
      shifts: shiftRows(later),
      drift: driftRows({ ...later, targetExecutions: executions }),
      coupling: couplingRows({ ...later, targetExecutions: executions }),
      nearCopies: design.nearCopies ?? [],
    },
    { seed: design.seed ?? 1, resamples: design.resamples ?? 2_000 },
  );
}

async function observationsOfStep(store: Store, record: StudyRecord, step: StudyStep): Promise<readonly Observation[]> {
  const id = runOfStep(record, step);
  if (id === null) return [];
  const run = await store.run(id);
  if (run !== null) return await observationsOf(store, run);
  throw new AppError('unknown-run', `the store no longer has run ${id} of the study`, {
    hint: 'carry the study out again: answers that are still there are not paid for again',
  });
}
