import { isPresent } from '../../domain/outcome.ts';
import { partField, stratumColumnField, stratumField } from '../../domain/recorded.ts';
import type { Experiment } from '../../experiments/experiment.ts';
import { kindOfOutcome, type Outcome, type OutcomeRow } from '../../outcome-kinds/outcome-kinds.ts';

/** Whether one answer is right, as exports write it for other tools. */
export interface LoggedAnswer {
  /** How right it is, in [0, 1]; `no answer`: missing and counted as wrong; null: missing, and it does not count. */
  readonly right: number | 'no answer' | null;
  /** Stated probability that it is right; null where none was read. */
  readonly confidence: number | null;
}

/** Returns whether an execution of an outcome (from 0) is right; null in experiments whose answers are neither right nor wrong. */
export function loggedAnswer(
  { rightShare, missingAnswer }: Pick<Experiment, 'rightShare' | 'missingAnswer'>,
  outcome: Outcome,
  execution: number,
): LoggedAnswer | null {
  const single = kindOfOutcome(outcome).atExecution(outcome, execution);
  const right = rightShare?.(single);
  if (right === undefined) return null;
  const isCounted = missingAnswer?.(single)?.counted === 0;
  return { right: isCounted ? 'no answer' : right, confidence: statedConfidence(outcome) };
}

/** Returns the stated probability that an answer is right, in [0, 1]; null where none was read. */
export function statedConfidence(outcome: Outcome): number | null {
  if (outcome.kind !== 'binary') return null;
  const { probability, prediction } = outcome;
  if (probability !== null) return probability;
  if (!isPresent(prediction)) return null;
  return prediction.value === 'half' ? 0.5 : Number(prediction.value);
}

/** Returns the facts by which predictions are shuffled, as fields of a sample: so that a log of a run is tested as the run is. */
export function placeFields({ part, stratum }: Pick<OutcomeRow, 'part' | 'stratum'>): Readonly<Record<string, string>> {
  return {
    ...(part === undefined ? {} : { [partField]: part }),
    ...(stratum === undefined ? {} : { [stratumField]: stratum.value, [stratumColumnField]: stratum.column }),
  };
}
