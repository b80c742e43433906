import type { StudyResult } from '../results/study-result.ts';
import type { Store } from '../store/store.ts';
import { AppError } from '../util/app-error.ts';
import { analyzeStudy } from './analyses/analyze-study.ts';
import type { ShiftRow, TransferRow } from './analyses/rows.ts';
import { doubtsOf } from './recorded-doubts.ts';
import { type RecordedTables, recordedConstants, recordedRows } from './recorded-tables.ts';
import { ladderArms } from './rows/ladder-arms.ts';
import {
  calibrationSamples,
  modeRows,
  type Observation,
  observationsOf,
  ofShiftedSelves,
  predictionRows,
  trainingRows,
} from './rows/prediction-rows.ts';
import { joinShift, selfTrainingRows, shiftRows } from './rows/shift-rows.ts';
import { transferRows } from './rows/transfer-rows.ts';
import { runOfStep, type StudyRecord, type StudyStep } from './study-record.ts';

/** Computes the result of a study from its stored answers. Equal answers give bit-identical results. */
export async function analyzeRecord(store: Store, record: StudyRecord): Promise<StudyResult> {
  const { design, arms, recorded } = record;
  if (recorded !== undefined) return analyzeRecorded(recorded);
  const observed = (step: StudyStep) => observationsOfStep(store, record, step);
  const models = new Map(arms.map(({ name, model }) => [name, model]));
  const executions = await observed('executions');
  const shifted = ofShiftedSelves(await observed('shifted-executions'));
  const predictions = await observed('predictions');
  const known = { arms, models, executions, predictions };
  const later = { arms, models, executions: await observed('trained-executions'), predictions };
  const { modes } = design;
  const other = await observed('mode-predictions');
  const prompted = await promptRows(record, {
    executions: [...executions, ...later.executions],
    predictions,
    observed,
  });
  return analyzeStudy(
    {
      predictions: [
        ...predictionRows({ ...known, executions: [...executions, ...shifted] }),
        ...trainingRows(await observed('training-executions')),
        ...trainingRows(ofShiftedSelves(await observed('shifted-training-executions'))),
      ],
      modes: modeRows({ ...known, modes, predictions: [predictions, other] }),
      calibration: calibrationSamples(known),
      selfTraining: selfTrainingRows({ ...later, targetExecutions: executions }),
      shifts: shiftRows(later),
      promptShifts: prompted,
      transfer: await storedTransferRows(store, record),
      ladder: ladderArms({
        ...{ arms, models },
        executions: await observed('ladder-executions'),
        predictions: await observed('ladder-predictions'),
      }),
      nearCopies: design.nearCopies ?? [],
    },
    { seed: design.seed ?? 1 },
  );
}

/** Computes the result of a study that was trained elsewhere. */
function analyzeRecorded(recorded: RecordedTables): StudyResult {
  const constants = recordedConstants(recorded);
  return analyzeStudy(
    { predictions: recordedRows(recorded) },
    { seed: 1, recorded: { constants, doubts: doubtsOf(recorded) } },
  );
}

type Observed = (step: StudyStep) => Promise<readonly Observation[]>;

async function storedTransferRows(store: Store, record: StudyRecord): Promise<readonly TransferRow[]> {
  const id = runOfStep(record, 'transfer');
  const run = id === null ? null : await store.run(id);
  return run === null ? [] : await transferRows(store, run, record.arms);
}

interface PromptInput {
  /** Executions without the system prompt, of targets and trained models. */
  readonly executions: readonly Observation[];
  /** Predictions without the system prompt. */
  readonly predictions: readonly Observation[];
  readonly observed: Observed;
}

/**
 * Joins the behavior of each model with and without the system prompt; the predictions whose prompt mentions it are the
 * shifted ones.
 */
async function promptRows(
  { arms, runs }: StudyRecord,
  { executions, predictions, observed }: PromptInput,
): Promise<readonly ShiftRow[]> {
  if (!runs.some(({ step }) => step === 'prompt-executions')) return [];
  const [after, told] = [await observed('prompt-executions'), await observed('prompt-predictions')];
  const models = [...new Set(after.map(({ model }) => model))];
  return models.flatMap((name) => {
    const of = (observations: readonly Observation[]) => observations.filter(({ model }) => model === name);
    const target = arms.find(({ model }) => model === name)?.name ?? name;
    return joinShift({
      target,
      before: of(executions),
      after: of(after),
      shifted: of(told),
      unshifted: of(predictions),
    });
  });
}

async function observationsOfStep(store: Store, record: StudyRecord, step: StudyStep): Promise<readonly Observation[]> {
  const id = runOfStep(record, step);
  if (id === null) return [];
  const run = await store.run(id);
  if (run !== null) return await observationsOf(store, run);
  throw new AppError('unknown-run', `the store no longer has run ${id} of the study`, {
    hint: 'run the study again; answers that are still in the store cost nothing',
  });
}
