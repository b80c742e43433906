import type { UnitState } from '../../domain/outcome.ts';
import type { SlotKinds } from '../../domain/slot.ts';
import type { Experiment } from '../../experiments/experiment.ts';
import type { OutcomeWords, UnitTexts } from '../../outcome-kinds/outcome-kind.ts';
import { kindOfOutcome, missingReason, type Outcome } from '../../outcome-kinds/outcome-kinds.ts';

/** Words that describe an experiment's outcomes. */
export interface UnitWords extends OutcomeWords {
  /** Slots that occur in reasons of missing outcomes. */
  readonly slots: SlotKinds;
}

/** Returns words for the two values of an experiment's yes/no outcome, and the slots that occur in its reasons. */
export function unitWordsOf({ presentation, slots }: Pick<Experiment, 'presentation' | 'slots'>): UnitWords {
  return { ...(presentation?.outcomeWords ?? { yes: 'yes', no: 'no' }), slots };
}

/** Description of one outcome in words; its score is null where the unit is missing. */
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
