import type { UnitState } from '../../domain/outcome.ts';
import type { SlotKinds } from '../../domain/slot.ts';
import type { Experiment } from '../../experiments/experiment.ts';
import type { OutcomeWords, UnitTexts } from '../../outcome-kinds/outcome-kind.ts';
import {
  itemAgreement,
  itemScore,
  kindOfOutcome,
  missingReason,
  type Outcome,
  predictsNothing,
} from '../../outcome-kinds/outcome-kinds.ts';

/** Words that describe an experiment's outcomes. */
export interface UnitWords extends OutcomeWords {
  /** Slots that occur in reasons of missing outcomes. */
  readonly slots: SlotKinds;
}

/** Returns words for the two values of an experiment's yes/no outcome, and the slots that occur in its reasons. */
export function unitWordsOf({ presentation, slots }: Pick<Experiment, 'presentation' | 'slots'>): UnitWords {
  return { ...(presentation?.outcomeWords ?? { yes: 'yes', no: 'no' }), slots };
}

/** Description of one outcome in words. */
export interface UnitRow extends UnitTexts {
  /** The measure of a single item; null where the unit is missing. */
  readonly score: number | null;
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
  const score = itemScore([outcome]);
  if (predictsNothing(outcome)) return { ...texts, score, state: 'graded', reason: null };
  return { ...texts, score, state: stateOf(outcome, itemAgreement([outcome])), reason: null };
}

/** Shares of executions are sums of fractions. */
const roundOff = 1e-9;

function stateOf(outcome: Outcome, agreement: number | null): UnitState {
  if (agreement === null) return 'missing';
  const isRight = kindOfOutcome(outcome).isRight(outcome);
  if (isRight !== null) return isRight ? 'right' : 'wrong';
  if (Math.abs(agreement - 0.5) < roundOff) return 'mixed';
  return agreement > 0.5 ? 'right' : 'wrong';
}
