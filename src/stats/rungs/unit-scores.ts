import { counted } from '../../util/numbers.ts';
import { filledText, filledValues } from '../filled-values.ts';
import { effectiveClusters, groupCounts, tail } from '../jackknife.ts';
import { enoughText, leastNumbers, whyTooFew } from '../least-numbers.ts';
import type { MissingRule } from '../paired.ts';
import type { AnswerKind } from './answer-kind.ts';
import type { Dealing } from './dealing.ts';

/** A fixed rule that rung B compares with, beside the constants: its score for each unit; null where it has none. */
export interface RuleScores {
  readonly name: string;
  readonly scores: ArrayLike<number | null>;
}

/**
 * One score of one model: the units (option words, requests, groups of questions) that were asked, in any order. A unit
 * that was not asked yet is not in the arrays; a value that was asked and is unusable is null.
 */
export interface UnitScores<P, Y> {
  readonly kind: AnswerKind<P, Y>;
  readonly predictions: readonly (P | null)[];
  readonly outcomes: readonly (Y | null)[];
  /** Name of the cluster of each unit (the item, or the group that was sampled). */
  readonly clusters: readonly (string | number)[];
  /** Part of the run in which each unit was asked: predictions are shuffled among units of one part. */
  readonly part: readonly string[];
  /** Whether the order of the calls within each part was planned, so that a change of the model during the run looks like chance. */
  readonly planned: boolean;
  /** Stratum of each unit, such as its subject; null: the items have no strata. */
  readonly strata: readonly string[] | null;
  /** Executions of each unit, the largest number of any unit. */
  readonly executions: number;
  /** Share of each unit's executions that were asked and could not be used; its outcome is that of the others. */
  readonly lost: readonly number[];
  /** Whether a stated value that looks filled in has its verdict all the same. */
  readonly keepsFilled?: boolean;
  /** What each unit offers; predictions are shuffled among units with the same offer only. Null: among all. */
  readonly offers: readonly (string | number)[] | null;
  readonly rules: readonly RuleScores[];
}

/** Counts of a score's units. */
export interface UnitCounts {
  /** Units asked, and those whose prediction and outcome were read. */
  readonly units: number;
  readonly read: number;
  /** Clusters of the read units, and their effective number. */
  readonly clusters: number;
  readonly effectiveClusters: number;
  /** Predictions of exactly 1/2 of a yes/no. */
  readonly halves: number;
  readonly missing: MissingRule;
}

/** Units with their clusters and offers numbered from 0. */
export interface Numbered {
  readonly cluster: Int32Array;
  readonly clusters: number;
  /** Cell that the prediction of each unit is dealt in: its part, stratum and offer, and its size where answers of two sizes differ. */
  readonly cell: Int32Array;
  /** Stratum of each unit; null: the items have no strata. */
  readonly stratum: Int32Array | null;
  /** Group of units that one constant can answer. */
  readonly size: Int32Array;
  /** Units whose prediction and outcome were read. */
  readonly read: readonly number[];
  readonly counts: UnitCounts;
}

export function numberUnits<P, Y>(scores: UnitScores<P, Y>): Numbered {
  const { kind, predictions, outcomes } = scores;
  const n = predictions.length;
  for (const values of [
    outcomes,
    scores.clusters,
    scores.part,
    scores.strata,
    scores.lost,
    scores.offers,
    ...scores.rules.map((r) => r.scores),
  ]) {
    if (values !== null && values.length !== n) throw new RangeError(`${values.length} values of ${n} units`);
  }
  const clusterNumbers = numbersOf(scores.clusters);
  const read: number[] = [];
  let halves = 0;
  for (let unit = 0; unit < n; unit += 1) {
    if (predictions[unit] === null || outcomes[unit] === null) continue;
    read.push(unit);
    if (kind.name === 'yes-no' && (predictions[unit] as unknown) === 0.5) halves += 1;
  }
  const weights = new Float64Array(clusterNumbers.count);
  for (const unit of read) {
    const c = clusterNumbers.numbers[unit] as number;
    weights[c] = (weights[c] as number) + 1;
  }
  return {
    cluster: clusterNumbers.numbers,
    clusters: clusterNumbers.count,
    ...groupNumbers(scores),
    read,
    counts: {
      units: n,
      read: read.length,
      clusters: weights.reduce((sum, weight) => sum + Number(weight > 0), 0),
      effectiveClusters: effectiveClusters(weights),
      halves,
      missing: missingOf(scores),
    },
  };
}

/**
 * Counts a missing prediction as one, a missing outcome as one, and an outcome that misses executions as their share. They are
 * always at their worst: a share that is ignored is a bias that does not shrink with the number of items.
 */
function missingOf<P, Y>({ predictions, outcomes, lost }: UnitScores<P, Y>): MissingRule {
  const share = (missing: readonly number[]) => missing.reduce((sum, each) => sum + each, 0) / (missing.length || 1);
  const shares = [
    share(predictions.map((prediction) => Number(prediction === null))),
    share(outcomes.map((outcome, unit) => (outcome === null ? 1 : (lost[unit] as number)))),
  ] as const;
  return { shares, atWorst: shares.some((each) => each > 0) };
}

function groupNumbers<P, Y>({ kind, offers, part, strata, predictions, outcomes }: UnitScores<P, Y>) {
  const known = predictions.map(
    (prediction, unit) => kind.groupOf?.({ prediction, outcome: outcomes[unit] ?? null }) ?? null,
  );
  const usual = commonest(known.filter((each) => each !== null)); // also of a unit without prediction and outcome
  const sizes = known.map((each) => each ?? usual);
  const size = numbersOf(sizes).numbers;
  const cellOf = (own: string | number, unit: number) =>
    [part[unit], strata?.[unit] ?? '', offers?.[unit] ?? '', own].join('\u0000');
  return { size, cell: numbersOf(sizes, cellOf).numbers, stratum: strata === null ? null : numbersOf(strata).numbers };
}

/** Returns the most frequent key, the smallest of equally frequent ones; an empty text without keys. */
function commonest(keys: readonly (string | number)[]): string | number {
  const counts = new Map<string | number, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  const [first] = [...counts].sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1));
  return first?.[0] ?? '';
}

type Key = string | number;

/** Numbers the keys of units from 0 in the order of their first appearance; `keyOf` makes a key when it is numbered. */
function numbersOf(
  keys: readonly Key[],
  keyOf: (key: Key, unit: number) => Key = (key) => key,
): { readonly numbers: Int32Array; readonly count: number } {
  const known = new Map<Key, number>();
  const numbers = new Int32Array(keys.length);
  for (let unit = 0; unit < keys.length; unit += 1) {
    const key = keyOf(keys[unit] as Key, unit);
    const number = known.get(key) ?? known.size;
    known.set(key, number);
    numbers[unit] = number;
  }
  return { numbers, count: known.size };
}

/** Why a score has no verdict: the first reason that applies, in this order. */
export interface NoVerdict {
  readonly kind: 'no verdict';
  /** `no test` comes from the caller: units that lack one side were not asked, and are not among the scores. */
  readonly word: 'no test' | 'unreadable' | 'too few' | 'one answer' | 'looks filled in';
  readonly reason: string;
}
/** Smallest share of predictions, and of outcomes, that must be readable. */
const minReadable = 0.5;

/** Returns why a score has no verdict; null where it has one. */
export function findNoVerdict<P, Y>(
  scores: UnitScores<P, Y>,
  numbered: Numbered,
  dealing: Dealing | null,
): NoVerdict | null {
  const { units, read: n, clusters, effectiveClusters: effective, missing } = numbered.counts;
  const because = (word: NoVerdict['word'], reason: string): NoVerdict => ({ kind: 'no verdict', word, reason });
  const unread = missing.shares.findIndex((share) => 1 - share < minReadable);
  if (units > 0 && unread >= 0) {
    const read = Math.floor(100 * (1 - (missing.shares[unread] as number)));
    return because('unreadable', `${read} % of the ${unread === 0 ? 'predictions' : 'outcomes'} could be read`);
  }
  const tooFew = whyTooFew({ n, clusters, effective }, groupCounts(numbered.cluster));
  if (tooFew !== null) return because('too few', tooFew);
  const equal = equalSide(scores, numbered);
  if (equal !== null) return because('one answer', equal);
  const few = fewInStrata(scores, numbered);
  if (few !== null) return because('too few', few);
  if (dealing === null) return because('too few', 'no two groups of items can be shuffled');
  const isOne = oneAnswer(scores, numbered, dealing);
  if (isOne !== null) return because('one answer', isOne);
  if (dealing.smallest > tail)
    return because('too few', `within the strata, ${cannotShow}; more items in each are needed`);
  const filled = scores.planned || scores.keepsFilled ? null : filledIn(scores, numbered);
  return filled === null ? null : because('looks filled in', filled);
}

/** Returns which stated probability of a recording looks filled in; null for none, and for predictions of another kind. */
function filledIn<P, Y>({ kind, predictions, outcomes }: UnitScores<P, Y>, { read, cluster }: Numbered): string | null {
  if (kind.name !== 'probability') return null;
  const rows = read.map((unit) => ({
    stated: predictions[unit] as number, // of this kind, and read
    isRight: (outcomes[unit] as number) > 0,
    item: cluster[unit] as number,
  }));
  const [filled] = filledValues(rows);
  return filled === undefined ? null : filledText(filled);
}

/** Returns why strata leave too little to deal: only those with two outcomes tell anything. Null where they leave enough. */
export function fewInStrata<P, Y>({ kind, outcomes }: UnitScores<P, Y>, numbered: Numbered): string | null {
  if (numbered.stratum === null) return null;
  const outcome = (unit: number) => outcomes[unit] as Y; // it was read
  const cells = [...Map.groupBy(numbered.read, (unit) => numbered.cell[unit] as number).values()];
  const mixed = cells.filter((units) => new Set(units.map((unit) => kind.outcomeKey(outcome(unit)))).size > 1).flat();
  const items = new Set(mixed.map((unit) => numbered.cluster[unit])).size;
  const { mixedItems, mixedRarer } = leastNumbers;
  if (items < mixedItems)
    return `${counted(items, 'group')} of items in strata with several answers, fewer than the ${mixedItems} that a verdict needs; ${enoughText(mixedItems - items, 'there', 'there')}`;
  if (kind.name !== 'yes-no' && kind.name !== 'probability') return null;
  const yes = mixed.reduce((sum, unit) => sum + (outcome(unit) as number), 0); // a share in both kinds
  const rarer = Math.floor(Math.min(yes, mixed.length - yes));
  return rarer < mixedRarer
    ? `${counted(rarer, 'answer')} of the rarer kind in strata with both, fewer than the ${mixedRarer} that a verdict needs; ${enoughText(mixedRarer - rarer, 'there', 'there')}`
    : null;
}

/** Returns the keys of what was read, by side. */
function sidesOf<P, Y>({ kind, predictions, outcomes }: UnitScores<P, Y>, { read }: Numbered) {
  return [
    { name: 'predictions', keys: read.map((unit) => kind.predictionKey(predictions[unit] as P)) },
    { name: 'outcomes', keys: read.map((unit) => kind.outcomeKey(outcomes[unit] as Y)) },
  ] as const;
}

/** Returns which side has one value only, whatever the strata; null where both vary. */
function equalSide<P, Y>(scores: UnitScores<P, Y>, numbered: Numbered): string | null {
  const equal = sidesOf(scores, numbered).find(({ keys }) => new Set(keys).size === 1);
  return equal === undefined ? null : `all ${equal.name} are equal`;
}

const cannotShow = 'no agreement could be distinguished from chance';

/** Returns which values are so alike that no test could show anything; null where they vary, if only between strata. */
function oneAnswer<P, Y>(scores: UnitScores<P, Y>, numbered: Numbered, dealing: Dealing): string | null {
  const { read, cluster, stratum } = numbered;
  const sides = sidesOf(scores, numbered).map(({ name, keys }) => {
    return { name, varying: clustersThatDiffer(keys, (at) => cluster[read[at] as number] as number) };
  });
  const alike = sides.find(({ varying }) => varying < leastNumbers.varyingGroups);
  if (dealing.test === 't' && alike !== undefined)
    return `the ${alike.name} of ${alike.varying} clusters differ from the others`;
  const isOfStrata = stratum !== null && alike === undefined;
  return dealing.smallest > tail && !isOfStrata ? `with these counts, ${cannotShow}` : null;
}

/** Returns how many clusters have a value that is not the commonest one; counts up to `leastNumbers.varyingGroups`. */
function clustersThatDiffer(keys: readonly (string | number)[], clusterAt: (at: number) => number): number {
  const counts = new Map<string | number, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  const [commonest] = [...counts].reduce((most, each) => (each[1] > most[1] ? each : most), ['' as string | number, 0]);
  const differing = new Set<number>();
  for (const [at, key] of keys.entries()) {
    if (key !== commonest) differing.add(clusterAt(at));
    if (differing.size >= leastNumbers.varyingGroups) break;
  }
  return differing.size;
}
