import { effectiveClusters } from '../jackknife/jackknife.ts';
import { type MissingRule, missingRule } from '../jackknife/paired.ts';
import type { AnswerKind } from './answer-kind.ts';

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
  /** Time of each unit's stored prediction, in milliseconds; null for recordings, people, foreign logs and batches. */
  readonly askedAt: readonly (number | null)[] | null;
  /** Executions of each unit, the largest number of any unit. */
  readonly executions: number;
  /** What each unit offers; predictions are dealt among units with the same offer only. Null: among all. */
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
  /** Group that the prediction of each unit is dealt in: its offer, and its size where answers of two sizes differ. */
  readonly offer: Int32Array;
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
    scores.askedAt,
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
      missing: missingRule(predictions, outcomes),
    },
  };
}

function groupNumbers<P, Y>({ kind, offers, predictions, outcomes }: UnitScores<P, Y>) {
  const sizes = predictions.map((prediction, unit) => {
    return kind.groupOf?.({ prediction, outcome: outcomes[unit] ?? null }) ?? '';
  });
  const size = numbersOf(sizes).numbers;
  if (offers === null) return { size, offer: size };
  return { size, offer: numbersOf(offers.map((offer, unit) => `${offer}\u0000${size[unit]}`)).numbers };
}

function numbersOf(keys: readonly (string | number)[]): { readonly numbers: Int32Array; readonly count: number } {
  const known = new Map<string | number, number>();
  const numbers = new Int32Array(keys.length);
  for (const [unit, key] of keys.entries()) {
    const number = known.get(key) ?? known.size;
    known.set(key, number);
    numbers[unit] = number;
  }
  return { numbers, count: known.size };
}
