import type { Outcome } from '../domain/outcome.ts';
import { mean } from '../stats/basic/moments.ts';
import { totalsOf } from '../stats/jackknife/tallies.ts';
import { kindOfOutcome } from './outcome-kinds.ts';

/** Returns the item measure of an item's units together; null where no unit counts. */
export function itemScore(outcomes: readonly Outcome[]): number | null {
  const [first] = outcomes;
  if (first === undefined) return null;
  const tallies = outcomes.map((each) => kindOfOutcome(each).itemTally(each));
  return kindOfOutcome(first).itemMeasure.value(tallies.length === 1 ? (tallies[0] ?? []) : totalsOf(tallies));
}

/** Returns the mean score of an item over its executions; null for no scores. */
export function meanItemScore(scores: readonly number[]): number | null {
  return mean(scores);
}
