import type { Outcome } from '../domain/outcome.ts';
import type { TallyPolicy } from '../domain/policy.ts';
import { kindOfOutcome } from './outcome-kinds.ts';

/** Returns one outcome as additive counts; sums over outcomes are tallies too. */
export function tallyOf(outcome: Outcome, policy: TallyPolicy): readonly number[] {
  return kindOfOutcome(outcome).tally(outcome, policy);
}
