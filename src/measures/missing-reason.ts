import type { Outcome } from '../domain/outcome.ts';
import type { SlotKinds } from '../domain/slot.ts';
import { kindOfOutcome } from './outcome-kinds.ts';

/**
 * Returns why a unit does not count, as `slot: reason`; null where it counts. A reason that does not belong to a single
 * answer uses the name of the first slot of its kind.
 */
export function missingReason(outcome: Outcome, slots: SlotKinds): string | null {
  return kindOfOutcome(outcome).missing(outcome, slots);
}
