import { oneForm } from '../../data/one-form.ts';
import type { CheckFinding } from '../../results/row-check.ts';
import { mean } from '../../stats/moments.ts';
import { maxShifted, neighbors, neighborText, signP } from '../../stats/shifted-items.ts';
import { type CheckedSide, findingOn, itemOfRow } from './checked-side.ts';
import { wordForm } from './displaced.ts';
import { firstRows, groupMeans, isAboveZero, minGroups, ordersOf } from './group-means.ts';

const percent = (share: number) => `${Math.round(100 * share)} %`;

/**
 * Names models whose answers equal the keys of the items before or after theirs more often than their own (sign test over groups), and
 * more often than answers that only avoid their own key (t over groups): where keys alternate, these are keys of the neighbors, too.
 * Skips orders in which keys follow from each other: an answer that is off by one has the key of a neighbor there. So has one to a variant
 * of the item before it, where every second or third item is one.
 */
export function checkShiftedAnswers(side: CheckedSide): readonly CheckFinding[] {
  if (side.log.isOfRun || !side.isBinary) return [];
  const formOf = (text: string) => wordForm(text) || oneForm(text);
  const keyed = firstRows(side).flatMap((row) => {
    const { key, group } = itemOfRow(side, row);
    return key === null || row.answer === null ? [] : [{ ...row, group, given: formOf(row.answer), key: formOf(key) }];
  });
  const keyOf = new Map(keyed.map(({ item, key }) => [item, key]));
  const own = keyed.map(({ given, key }) => Number(given === key));
  const shareOf = sharesOf(keyed.map(({ given }) => given));
  const wrong = 1 - (mean(own) ?? 0);
  const shifts = [...neighbors(ordersOf(keyed))].flatMap(({ step, of }) => {
    const apart = keyed.flatMap((row) => {
      const other = keyOf.get(of.get(row.item) ?? '');
      return other === undefined ? [] : [{ ...row, other }];
    });
    const share = mean(apart.map(({ given, other }) => Number(given === other))) ?? 0;
    if (share <= (mean(own) ?? 0) || isSequence(apart) || !isEverywhere(apart, [...of.keys()])) return [];
    const means = groupMeans(apart, ({ given, key, other }) => Number(given === other) - Number(given === key));
    if (means.length < minGroups || signP(means) > maxShifted) return [];
    const avoiding = groupMeans(apart, ({ given, key, other }) =>
      key === other ? null : Number(given === other) - Math.min(1, (wrong * shareOf(other)) / (1 - shareOf(key))),
    );
    return isAboveZero(avoiding) ? [{ step, share }] : [];
  });
  const [found] = shifts.toSorted((one, other) => other.share - one.share);
  if (found === undefined) return [];
  return [
    findingOn(side, [], {
      ...{ check: 'other items', kind: 'fault', changesRows: false },
      found: `${percent(mean(own) ?? 0)} of the answers equal the key of their item, and ${percent(found.share)} that of ${neighborText(found.step)}`,
      effect:
        'these may be answers to other items; accuracy goes by the outcomes of the log; give answers and items in one order, and score again',
    }),
  ];
}

/** An answer with the key of its item and that of a neighbor. */
interface GivenAnswer extends KeyPair {
  readonly item: string;
  readonly given: string;
}

/** Returns whether answers equal the key of the neighbor more often than their own in each half and third of the order, taken by turns. */
function isEverywhere(rows: readonly GivenAnswer[], order: readonly string[]): boolean {
  const placeOf = new Map(order.map((item, place) => [item, place]));
  return [2, 3].every((turns) =>
    [...Map.groupBy(rows, ({ item }) => (placeOf.get(item) ?? 0) % turns).values()].every((own) => {
      const lead = own.map(({ given, key, other }) => Number(given === other) - Number(given === key));
      return (mean(lead) ?? 0) > 0;
    }),
  );
}

/** A key with that of a neighbor. */
interface KeyPair {
  readonly key: string;
  readonly other: string;
}

/** Largest distance of the keys of neighbors, as a share of that of keys at random; smallest share of keys that follow each other. */
const [maxNear, minFollowing] = [0.75, 0.8];

/** Returns whether keys follow from those of neighbors: numbers or letters near in value (1, 2, 3), or one word always after another. */
function isSequence(pairs: readonly KeyPair[]): boolean {
  if (isNear(pairs)) return true;
  const following = [...Map.groupBy(pairs, ({ key }) => key)].map(([key, own]) => {
    const others = Map.groupBy(own, ({ other }) => other);
    return own.length === 1 ? 0 : Math.max(...[...others].map(([other, same]) => (other === key ? 0 : same.length)));
  });
  return following.reduce((sum, each) => sum + each, 0) >= minFollowing * pairs.length;
}

/** Returns whether keys are numbers or letters of which neighbors are nearer to each other, by their ranks, than two at random. */
function isNear(pairs: readonly KeyPair[]): boolean {
  const values = pairs
    .map(({ key, other }) => [orderOf(key), orderOf(other)] as const)
    .filter((pair) => !pair.some(Number.isNaN));
  const sorted = [...new Set(values.flat())].toSorted((one, other) => one - other);
  const rankOf = new Map(sorted.map((value, rank) => [value, rank]));
  const ranks = values.map(([own, other]) => [rankOf.get(own) ?? 0, rankOf.get(other) ?? 0] as const);
  const distance = mean(ranks.map(([own, other]) => Math.abs(own - other))) ?? 0;
  return values.length >= minFollowing * pairs.length && distance < maxNear * meanDistance(ranks.map(([own]) => own));
}

/** Returns the first number in a key, or the code of a single letter; NaN: neither. */
function orderOf(key: string): number {
  if (/^\p{L}$/u.test(key)) return key.codePointAt(0) ?? Number.NaN;
  return Number(/-?\d+(?:\.\d+)?/.exec(key.replaceAll(/(?<=\d),(?=\d{3})/g, ''))?.[0] ?? Number.NaN);
}

/** Returns the mean distance of two of the values. */
function meanDistance(values: readonly number[]): number {
  const n = values.length;
  const sorted = values.toSorted((one, other) => one - other);
  return (2 * sorted.reduce((sum, value, at) => sum + value * (2 * at - n + 1), 0)) / (n * (n - 1));
}

/** Returns how often each value occurs, as a share of all. */
function sharesOf(values: readonly string[]): (value: string) => number {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return (value) => (counts.get(value) ?? 0) / values.length;
}
