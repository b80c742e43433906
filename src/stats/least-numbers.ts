import { counted } from '../util/numbers.ts';

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

/** Number of models, one and those unrelated to it, from which a word on *beyond others* is allowed; from three on there is a number. */
export const minModelsForWord = 6;

/** Smallest share of the units of each side for which a gate is measured. */
export const leastUsable = 0.9;

/** Smallest share of the items of the larger side that two sides must have in common to be compared on these. */
export const leastShared = 0.8;

/**
 * The same share for a word on their difference. Rows that a log lacks may be absent because of their outcome, such as wrong answers
 * that were dropped: with fewer items in common there are numbers without a word.
 */
export const leastSharedForWord = 0.95;

/**
 * Largest share of the values of a model that may be missing for its number to enter a mean over models: they are at their worst, and
 * more of them would make the mean a bound.
 */
export const mostMissingForMean = 0.02;

/** Largest share of shared ids that may stand for different items; these are left out. */
export const mostDiffering = 0.05;

/** Number of units, of their groups, and of the groups of equal size that these count as. */
export interface GroupCounts {
  readonly n: number;
  readonly clusters: number;
  readonly effective: number;
}

/**
 * Returns why so few groups have no word, and how many more items would be enough; null where they are enough. `asked`: counts with
 * the units of which a value is missing: where these would be enough, more items are no cure.
 */
export function whyTooFew(counts: GroupCounts, asked: GroupCounts = counts): string | null {
  const { n, clusters, effective } = counts;
  const { groups, effectiveGroups } = leastNumbers;
  if (clusters >= groups && effective >= effectiveGroups - 1e-9) return null;
  const few =
    clusters < groups
      ? `${counted(clusters, 'group')} of items, fewer than the ${groups} that a verdict needs`
      : `${n} items in ${clusters} groups of unequal size count as ${Math.floor(10 * effective) / 10}, fewer than the ${effectiveGroups} that a verdict needs`;
  if (asked.n > n && whyTooFew(asked) === null)
    return `${few}: ${counted(asked.n - n, `unit of ${asked.n} lacks`, `units of ${asked.n} lack`)} a score`;
  const cure = enoughText(itemsMissing(counts), 'item, in a new group,', 'items, each in a new group,');
  return `${few}; ${cure}`;
}

/**
 * Returns how many items, each in a group of its own, would have to be added for a word: the least k with clusters + k >= 20 and
 * (n + k)² / (n² / effective + k) >= 15.
 */
export function itemsMissing({ n, clusters, effective }: GroupCounts): number {
  const { groups, effectiveGroups: least } = leastNumbers;
  const squares = effective > 0 ? n ** 2 / effective : 0;
  // the larger root of k² + (2n - 15)k + n² - 15 squares = 0
  const half = n - least / 2;
  const root = Math.sqrt(Math.max(0, half ** 2 - n ** 2 + least * squares)) - half;
  return Math.max(0, groups - clusters, Math.ceil(root - 1e-9));
}

/** Returns the sentence that ends every `too few`: how many more would be enough. */
export function enoughText(count: number, one: string, several = `${one}s`): string {
  return `${count} more ${count === 1 ? one : several} would be enough`;
}
