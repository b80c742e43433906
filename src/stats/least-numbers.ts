/**
 * The least numbers from which on a word is given; below them there are numbers without a word. A word on a score and a word on
 * a difference need the same groups.
 */
export const leastNumbers = {
  /** Independent groups of items of a word on a score or on a difference. */
  groups: 20,
  /** Groups that these must count as where they are of unequal size: (sum w)² / sum w² (Kish 1965). */
  effectiveGroups: 15,
  /** Items of an interval, and groups that must differ for an interval over groups. */
  interval: 6,
  /** Items, and answers of the rarer kind, in strata that have both answers. */
  mixedItems: 20,
  mixedRarer: 5,
  /** Strata over which t is taken; with fewer it is taken over groups. */
  strata: 15,
  /** Groups that differ from the commonest value where fit is tested by t. */
  varyingGroups: 3,
  /** Items that all models have, for a word that must hold on them too. */
  sharedItems: 100,
  /** Items, and outcomes of the rarer kind, from which on the text of items is a reference. */
  textItems: 100,
  textRarer: 30,
} as const;

/** Smallest share of the units of each side for which a gate is measured. */
export const leastUsable = 0.9;

/** Number of units, of their groups, and of the groups of equal size that these count as. */
interface GroupCounts {
  readonly n: number;
  readonly clusters: number;
  readonly effective: number;
}

/** Returns why so few groups have no word; null where they are enough. */
export function whyTooFew({ n, clusters, effective }: GroupCounts): string | null {
  const { groups, effectiveGroups } = leastNumbers;
  if (clusters < groups) return `${clusters} groups of items, fewer than the ${groups} that a word needs`;
  if (effective >= effectiveGroups - 1e-9) return null;
  const count = Math.floor(10 * effective) / 10;
  return `${n} items in ${clusters} groups of unequal size count as ${count}, fewer than the ${effectiveGroups} that a word needs`;
}
