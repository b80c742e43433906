/** Smallest share of the items of the larger side that both sides must have, of runs and of logs. */
export const leastShared = 0.8;

/** Largest share of shared ids that may stand for different items; these are left out. */
export const mostDiffering = 0.05;

/** How many items two sides have in common. */
interface SharedItems {
  /** Ids that both have. */
  readonly shared: number;
  /** Those of them that stand for different items. */
  readonly differing: number;
  /** Items of the larger side. */
  readonly larger: number;
}

/** Returns whether two sides have enough items in common to be compared on these, of runs and of logs. */
export function isComparable({ shared, differing, larger }: SharedItems): boolean {
  return shared >= leastShared * larger && differing <= mostDiffering * shared;
}
