import { seededRandom } from '../../util/random.ts';
import type { Interval } from '../basic/intervals.ts';
import { midRanks, spearman } from './correlation.ts';

/** Spearman's rank correlation in [-1, 1] with its interval and a permutation test of no correlation. */
interface RankAssociation {
  readonly value: number;
  readonly n: number;
  readonly interval: Interval | null;
  /** Two-sided permutation p: share of the assignments of y to x with |r| at least as large. */
  readonly p: number;
  readonly method: string;
  /** Seed of the draws; null where every assignment was enumerated. */
  readonly seed: number | null;
}

const exactPairs = 8; // 8! = 40,320 assignments

/**
 * Returns Spearman's correlation with the interval of Bonett and Wright (2000) and a permutation test: exact up to 8
 * pairs, else (hits + 1) / (draws + 1) from 9,999 draws. Null for fewer than 4 pairs or where x or y does not vary.
 */
export function rankAssociation(x: readonly number[], y: readonly number[], seed: number): RankAssociation | null {
  const found = spearman(x, y);
  if (found === null) return null;
  const a = midRanks(x);
  const b = [...midRanks(y)];
  const center = ((x.length + 1) / 2) ** 2 * x.length;
  const distance = () => Math.abs(a.reduce((sum, rank, index) => sum + rank * (b[index] as number), 0) - center);
  const atLeast = distance() - 1e-9 * center; // rounding does not break ties
  const test =
    b.length <= exactPairs ? everyOrder(b, () => distance() >= atLeast) : drawn(b, () => distance() >= atLeast, seed);
  return { ...found, ...test };
}

type Tested = Pick<RankAssociation, 'p' | 'method' | 'seed'>;

/** Heap's algorithm: every order of `values`, in place. */
function everyOrder(values: number[], isHit: () => boolean): Tested {
  let [hits, orders] = [0, 0];
  const permute = (size: number): void => {
    if (size <= 1) {
      orders += 1;
      if (isHit()) hits += 1;
      return;
    }
    for (let index = 0; index < size; index += 1) {
      permute(size - 1);
      swap(values, size % 2 === 0 ? index : 0, size - 1);
    }
  };
  permute(values.length);
  return { p: hits / orders, method: 'rank permutation, exact', seed: null };
}

const draws = 9_999;

function drawn(values: number[], isHit: () => boolean, seed: number): Tested {
  const random = seededRandom('rank correlation', seed);
  let hits = 0;
  for (let draw = 0; draw < draws; draw += 1) {
    for (let last = values.length - 1; last > 0; last -= 1) swap(values, last, Math.floor(random() * (last + 1)));
    if (isHit()) hits += 1;
  }
  return { p: (hits + 1) / (draws + 1), method: `rank permutation, ${draws} draws`, seed };
}

function swap(values: number[], one: number, other: number): void {
  const kept = values[one] as number;
  values[one] = values[other] as number;
  values[other] = kept;
}
