import type { ClusterEstimate } from '../../stats/jackknife.ts';
import { divisions, type FittedPolicy, folds, type WorthItems } from './cross-fit.ts';

/** Which value items with a missing outcome have: none, or the worst or the best for the policy. */
export type MissingAs = 'left out' | 'worst' | 'best';

/** Gains of a policy as means per item, the price of its signal deducted. */
interface PolicyGains {
  /** Over keeping every item, and over passing every item on. */
  readonly overKeep: ClusterEstimate;
  readonly overPass: ClusterEstimate;
  /** Over passing on the same share of the items at random, without the price of the signal. */
  readonly overRandom: ClusterEstimate;
}

/** Returns the gains of a policy over both constants, and over the same share at random. */
export function policyGains(items: WorthItems, policy: FittedPolicy, missing: MissingAs): PolicyGains {
  const { price, passPrice } = policy.signal;
  const known = knownItems(items, missing);
  const over = (term: (passed: number, difference: number) => number) =>
    meanOf(items, known, (division, terms) => {
      const passes = policy.passes[division] as Uint8Array; // one for each division
      for (const item of known) {
        const passed = passes[item] as number;
        terms[item] = term(passed, differenceOf(items, item, { passed, missing })) - price - passed * passPrice;
      }
    });
  return {
    overKeep: over((passed, difference) => passed * difference),
    overPass: over((passed, difference) => (passed - 1) * difference),
    overRandom: meanOf(items, known, (division, terms) =>
      randomTerms({ items, policy, known, missing }, division, terms),
    ),
  };
}

/** Returns the gain of a policy over that of a second signal, the prices of both deducted. */
export function gainOver(
  items: WorthItems,
  policy: FittedPolicy,
  second: FittedPolicy,
  missing: MissingAs,
): ClusterEstimate {
  const known = knownItems(items, missing);
  return meanOf(items, known, (division, terms) => {
    const [own, other] = [policy, second].map(({ passes }) => passes[division]) as [Uint8Array, Uint8Array]; // one for each division
    for (const item of known) {
      const [passed, passedByOther] = [own[item] as number, other[item] as number];
      terms[item] =
        (passed - passedByOther) * differenceOf(items, item, { passed, missing }) -
        (policy.signal.price + passed * policy.signal.passPrice) +
        (second.signal.price + passedByOther * second.signal.passPrice);
    }
  });
}

/** Returns the share of the items that a policy passes on. */
export function passedShare({ passes }: FittedPolicy): number {
  return passes.reduce((sum, each) => sum + each.reduce((all, passed) => all + passed, 0) / each.length, 0) / divisions;
}

/** Returns how many groups have an item that is passed on, and how many one that is kept: means over the divisions. */
export function differingGroups(
  { group, groupNames }: WorthItems,
  { passes }: FittedPolicy,
): { readonly passed: number; readonly kept: number } {
  const counts = [0, 0];
  for (const each of passes) {
    const isFound = [new Uint8Array(groupNames.length), new Uint8Array(groupNames.length)];
    for (const [item, number] of group.entries()) (isFound[each[item] as number] as Uint8Array)[number] = 1;
    for (const [value, found] of isFound.entries())
      counts[value] = (counts[value] as number) + found.reduce((sum, one) => sum + one, 0) / divisions;
  }
  const [kept = 0, passed = 0] = counts;
  return { passed, kept };
}

function knownItems({ difference }: WorthItems, missing: MissingAs): readonly number[] {
  const all = [...difference.keys()];
  return missing === 'left out' ? all.filter((item) => !Number.isNaN(difference[item])) : all;
}

/** Returns the difference of an item; where it is missing, the end of its range that is worst or best for the policy. */
function differenceOf(
  { difference, lowest, highest }: WorthItems,
  item: number,
  { passed, missing }: { readonly passed: number; readonly missing: MissingAs },
): number {
  const value = difference[item] as number;
  if (!Number.isNaN(value)) return value;
  return ((passed === 1) === (missing === 'worst') ? lowest[item] : highest[item]) as number;
}

interface RandomTerms {
  readonly items: WorthItems;
  readonly policy: FittedPolicy;
  readonly known: readonly number[];
  readonly missing: MissingAs;
}

/**
 * Writes the terms (pass - share)(d - mean d) m / (m - 1), with share and means over the m items of the tested fold: over
 * all items, the fold that is left out of a threshold would bias them.
 */
function randomTerms({ items, policy, known, missing }: RandomTerms, division: number, terms: Float64Array): void {
  const passes = policy.passes[division] as Uint8Array; // one for each division
  const foldOf = policy.foldOf[division] as Uint8Array;
  const [sizes, passed, sums] = [0, 1, 2].map(() => new Float64Array(folds)) as [
    Float64Array,
    Float64Array,
    Float64Array,
  ]; // three sums
  const foldOfItem = (item: number) => foldOf[items.group[item] as number] as number;
  for (const item of known) {
    const fold = foldOfItem(item);
    const pass = passes[item] as number;
    terms[item] = differenceOf(items, item, { passed: pass, missing });
    sizes[fold] = (sizes[fold] as number) + 1;
    passed[fold] = (passed[fold] as number) + pass;
    sums[fold] = (sums[fold] as number) + (terms[item] as number);
  }
  for (const item of known) {
    const fold = foldOfItem(item);
    const size = sizes[fold] as number;
    const correction = size > 1 ? size / (size - 1) : 0;
    const share = (passed[fold] as number) / size;
    const mean = (sums[fold] as number) / size;
    terms[item] = ((passes[item] as number) - share) * ((terms[item] as number) - mean) * correction;
  }
}

/**
 * Returns the mean of terms over items and divisions. The squared standard error is that of one division, by group,
 * averaged over the divisions (the error of terms that were averaged first would be too small, as if every division were a
 * sample), plus the variance between divisions, which is large where the thresholds depend on the division.
 */
function meanOf(
  { group, groupNames }: WorthItems,
  known: readonly number[],
  write: (division: number, terms: Float64Array) => void,
): ClusterEstimate {
  const terms = new Float64Array(group.length);
  const sums = new Float64Array(groupNames.length);
  const groups = new Set(known.map((item) => group[item])).size;
  const means: number[] = [];
  let square = 0;
  for (let division = 0; division < divisions; division += 1) {
    write(division, terms);
    let mean = 0;
    for (const item of known) mean += (terms[item] as number) / known.length;
    sums.fill(0);
    for (const item of known)
      sums[group[item] as number] = (sums[group[item] as number] as number) + (terms[item] as number) - mean;
    means.push(mean);
    square += sums.reduce((sum, each) => sum + each * each, 0) / divisions;
  }
  const value = means.reduce((sum, each) => sum + each / divisions, 0);
  const between = means.reduce((sum, each) => sum + (each - value) ** 2, 0) / (divisions - 1);
  const within = (square * groups) / (groups - 1) / known.length ** 2;
  const se = groups < 2 ? null : Math.sqrt(within + between);
  const isConstant = se !== null && se < 1e-12 * Math.max(1, Math.abs(value)); // rounding of equal terms
  return { value, se: isConstant ? 0 : se, df: groups - 1 };
}
