import type { Outcome } from '../../domain/outcome.ts';
import type { UnitTexts } from '../../measures/outcome-kind.ts';
import { kindOfOutcome, missingReason } from '../../measures/outcome-kinds.ts';
import type { UnitState } from '../contract/contract.ts';
import type { UnitWords } from './unit-words.ts';

/** Description of one outcome in a row of the items table, in words; its score is null where the unit is missing. */
export interface UnitRow extends UnitTexts {
  readonly state: UnitState;
  /** `slot: reason`; null where nothing is missing. */
  readonly reason: string | null;
}

/**
 * Describes one outcome: prediction, execution, and whether they match. Right and wrong depend on the majority of the
 * executions.
 */
export function unitRowOf(words: UnitWords, outcome: Outcome): UnitRow {
  const reason = missingReason(outcome, words.slots);
  const texts = kindOfOutcome(outcome).texts(outcome, words);
  if (reason !== null) return { ...texts, state: 'missing', reason, score: null };
  return { ...texts, state: stateOf(outcome, texts.score), reason: null };
}

function stateOf(outcome: Outcome, score: number | null): UnitState {
  if (score === null) return 'missing';
  const isRight = kindOfOutcome(outcome).isRight(outcome);
  if (isRight !== null) return isRight ? 'right' : 'wrong';
  if (score > 0.5) return 'right';
  return score < 0.5 ? 'wrong' : 'mixed';
}
