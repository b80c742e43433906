import type { Condition } from '../../domain/condition.ts';
import type { ModeRows } from '../analyses/rows.ts';
import { isMain, type StudyArm } from '../design/arms.ts';
import { type Observation, predictionRows, type StudyObservations } from './prediction-rows.ts';

/**
 * Returns whether an arm predicts in each mode of the study: every arm with all its rows and the first training run. A
 * shifted model was trained on other behavior, not to predict.
 */
export function isComparedInModes(arm: Pick<StudyArm, 'arm' | 'size' | 'training'>): boolean {
  return arm.arm !== 'shifted' && isMain(arm);
}

interface ModeObservations extends Omit<StudyObservations, 'predictions'> {
  /** The modes of the study; absent: it compares none. */
  readonly modes: readonly Condition['mode'][] | undefined;
  /** Predictions in each mode, in the order of the modes. */
  readonly predictions: readonly (readonly Observation[])[];
}

/** Joins the predictions of each mode with the same truths; null for a study of one mode. */
export function modeRows({ modes, predictions, ...known }: ModeObservations): ModeRows | null {
  if (modes === undefined) return null;
  const arms = known.arms.filter(isComparedInModes);
  const of = (mode: Condition['mode']) =>
    predictionRows({ ...known, arms, predictions: predictions[modes.indexOf(mode)] ?? [] });
  return { direct: of('direct'), deliberate: of('deliberate') };
}
