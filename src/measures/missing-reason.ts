import {
  type AuthoredOutcome,
  type CategoricalOutcome,
  isPresent,
  type Observed,
  type Outcome,
  type RankingOutcome,
  type Solve,
} from '../domain/outcome.ts';
import { type SlotKind, type SlotKinds, slotOfKind } from '../domain/slot.ts';
import { assertNever } from '../util/types.ts';
import { truthOf } from './categorical/categorical-truth.ts';
import { rankedTokens } from './ranking/ranking-tally.ts';

/**
 * Returns why a unit does not count, as `slot: reason`; null where it counts. A reason that does not belong to a single
 * answer uses the name of the first slot of its kind.
 */
export function missingReason(outcome: Outcome, slots: SlotKinds): string | null {
  switch (outcome.kind) {
    case 'binary':
    case 'text':
      return missingPrediction(outcome.forecast) ?? noneOf(outcome.executions, slots);
    case 'ranking':
      return missingPrediction(outcome.forecast) ?? rankingLoss(outcome, slots);
    case 'authored':
      return authoredLoss(outcome, slots);
    case 'categorical':
      return categoricalLoss(outcome, slots);
    default:
      return assertNever(outcome);
  }
}

function missingPrediction(prediction: Observed<unknown>): string | null {
  return prediction.kind === 'absent' ? absenceOf(prediction) : null;
}

/** Returns the first part's reason if no part is present. */
function noneOf(parts: readonly Observed<unknown>[], slots: SlotKinds): string | null {
  return parts.some(isPresent) ? null : firstAbsence(parts[0], slots, 'behave');
}

function rankingLoss({ executions }: RankingOutcome, slots: SlotKinds): string | null {
  const complete = executions.some((solves) => solves.every(({ correct }) => isPresent(correct)));
  if (complete) {
    const isRanked = (solve: Solve) => isPresent(solve.correct) && rankedTokens(solve) !== null;
    const counted = executions.some((solves) => solves.every(isRanked));
    return counted ? null : `${slotNamed(slots, 'behave')}: tokens not counted`;
  }
  const first = executions[0]?.map(({ correct }) => correct).find((correct) => !isPresent(correct));
  return firstAbsence(first, slots, 'behave');
}

function categoricalLoss(outcome: CategoricalOutcome, slots: SlotKinds): string | null {
  const [first] = outcome.predictions;
  if (!outcome.predictions.some(isPresent)) return firstAbsence(first, slots, 'predict');
  const missing = noneOf(outcome.executions, slots);
  if (missing !== null) return missing;
  return truthOf(outcome).kind === 'unknown' ? `${slotNamed(slots, 'behave')}: no-mode` : null;
}

function authoredLoss({ authored, attempts }: AuthoredOutcome, slots: SlotKinds): string | null {
  return authored.kind === 'absent' ? absenceOf(authored) : noneOf(attempts, slots);
}

function firstAbsence(part: Observed<unknown> | undefined, slots: SlotKinds, kind: SlotKind): string {
  return part?.kind === 'absent' ? absenceOf(part) : `${slotNamed(slots, kind)}: not-asked`;
}

function absenceOf({ slot, reason }: Extract<Observed<unknown>, { readonly kind: 'absent' }>): string {
  return `${slot}: ${reason}`;
}

/** Returns the name of the first slot of a kind; the kind itself if the experiment has no such slot. */
function slotNamed(slots: SlotKinds, kind: SlotKind): string {
  return slotOfKind(slots, kind) ?? kind;
}
