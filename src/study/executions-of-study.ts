import type { RunId } from '../domain/run-config.ts';
import type { ExecutedIn } from '../report/report-input.ts';
import { runOfStep, type StudyRecord, type StudyStep } from './study-record.ts';

/** Steps that predict, with the step whose executions their predictions are about. */
const executedBefore: Readonly<Partial<Record<StudyStep, StudyStep>>> = {
  predictions: 'executions',
  'mode-predictions': 'executions',
  fit: 'training-executions',
  'prompt-predictions': 'prompt-executions',
  'ladder-predictions': 'ladder-executions',
};

/**
 * Returns the executions that the predictions of a model in a run of a study are about: those of the target that the
 * model was trained on, of the model itself without training, and of the model itself under the system prompt of the
 * study. Null for a run that the study does not know, or whose predictions are about no execution.
 */
export function executionsOfStudy(record: StudyRecord, run: string, model: string): ExecutedIn | null {
  const step = record.runs.find((each) => each.run === run)?.step;
  const before = step === undefined ? undefined : executedBefore[step];
  const executed: RunId | null = before === undefined ? null : runOfStep(record, before);
  const arm = record.arms.find((each) => each.model === model);
  if (executed === null || arm === undefined) return null;
  return { run: executed, model: step === 'prompt-predictions' ? model : (arm.target ?? arm.base) };
}
