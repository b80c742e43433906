/**
 * The least numbers from which on a word is given; below them there are numbers without a word. A word on a score and a word on
 * a difference need the same groups.
 */
export const leastNumbers = {
  /** Independent groups of items of a word on a score or on a difference. */
  groups: 20,
  /** Groups that these must count as where they are of unequal size: (sum w)² / sum w² (Kish 1965). */
  effectiveGroups: 15,
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
