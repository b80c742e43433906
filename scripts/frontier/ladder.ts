/** What the ladder of one maker found; null: not measured. */
export type LadderFacts = null;

/** Returns the section on two sizes of one maker that were run here. */
export function ladderSection(facts: LadderFacts): string {
  if (facts === null) return '## Two sizes of one maker, run here\n\n*Not measured.*';
  return facts;
}
