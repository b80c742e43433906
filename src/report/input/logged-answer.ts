import { askedUnder } from '../../domain/asked.ts';
import { isPresent } from '../../domain/outcome.ts';
import {
  askedField,
  exportedRowsField,
  exportedTextField,
  partField,
  stratumColumnField,
  stratumField,
} from '../../domain/recorded.ts';
import type { Experiment } from '../../experiments/experiment.ts';
import { kindOfOutcome, type Outcome, type OutcomeRow } from '../../outcome-kinds/outcome-kinds.ts';
import type { RunRecord } from '../../store/store.ts';

/** Whether one answer is right, as exports write it for other tools. */
export interface LoggedAnswer {
  /** How right it is, in [0, 1]; `no answer`: missing and counted as wrong; null: missing, and it does not count. */
  readonly right: number | 'no answer' | null;
  /** Stated probability that it is right; null where none was read. */
  readonly confidence: number | null;
}

/** Returns whether an execution of an outcome (from 0) is right; null in experiments whose answers are neither right nor wrong. */
export function loggedAnswer(
  { rightShare, missingAnswer, predictsRight }: Pick<Experiment, 'rightShare' | 'missingAnswer' | 'predictsRight'>,
  outcome: Outcome,
  execution: number,
): LoggedAnswer | null {
  const single = kindOfOutcome(outcome).atExecution(outcome, execution);
  const right = rightShare?.(single);
  if (right === undefined) return null;
  const isCounted = missingAnswer?.(single)?.counted === 0;
  return {
    right: isCounted ? 'no answer' : right,
    confidence: predictsRight === true ? statedConfidence(outcome) : null,
  };
}

/** Returns the stated probability that an answer is right, in [0, 1]; null where none was read. */
export function statedConfidence(outcome: Outcome): number | null {
  if (outcome.kind === 'graded') return isPresent(outcome.confidence) ? outcome.confidence.value : null;
  if (outcome.kind !== 'binary') return null;
  const { probability, prediction } = outcome;
  if (probability !== null) return probability;
  if (!isPresent(prediction)) return null;
  return prediction.value === 'half' ? 0.5 : Number(prediction.value);
}

/**
 * Returns the fields of an exported sample by which its item is analyzed as in the run: its outcomes as JSON, without the run, which
 * the log names once, and its text (null: it is withheld).
 */
export function outcomeFields(rows: readonly OutcomeRow[], text: string | null): Readonly<Record<string, string>> {
  return {
    [exportedRowsField]: JSON.stringify(rows.map(({ run: _, ...row }) => row)),
    ...(text === null ? {} : { [exportedTextField]: text }),
  };
}

/** Returns what an exported log says of its run, by which its outcomes can be analyzed again. */
export function exportedRun({ id, createdAt, updatedAt, config }: RunRecord) {
  return { id, createdAt, updatedAt, config };
}

/**
 * Returns when a prediction was asked, and the facts by which predictions are shuffled, as fields of a sample: so that a log of
 * a run is tested as the run is.
 */
export function placeFields({
  condition,
  part,
  stratum,
}: Pick<OutcomeRow, 'condition' | 'part' | 'stratum'>): Readonly<Record<string, string>> {
  return {
    [askedField]: askedUnder(condition),
    ...(part === undefined ? {} : { [partField]: part }),
    ...(stratum === undefined ? {} : { [stratumField]: stratum.value, [stratumColumnField]: stratum.column }),
  };
}
