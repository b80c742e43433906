import { gain, type Measure } from '../../domain/measure.ts';
import type { Scale } from '../../stats/jackknife.ts';
import type { Claim, PairedScores } from '../../stats/paired.ts';
import type { ModelResponses, ResponseMatrix } from './response-matrix.ts';

/** Two responses to the same items: of two models, or of one model in two runs or under two conditions. */
export interface Pair {
  readonly a: ModelResponses;
  readonly b: ModelResponses;
}

/** Scores of the units that both were asked. */
export interface ScoresOfPair extends PairedScores {
  /** Number of items for which both have a score. */
  readonly items: number;
}

/** Largest error of a measure in doublings, which an absent prediction has. */
const maxDoublings = 5;

/**
 * Returns the scores of both on the units that both were asked; null for a missing score. `margin` is added to the own
 * scores, so that "higher" and "lower" are about `margin`; signs are turned where lower scores are better, so that above 0
 * is better.
 */
export function scoresOfPair(
  field: ResponseMatrix,
  { a, b }: Pair,
  { measure, margin = 0 }: { readonly measure: Measure; readonly margin?: number },
): ScoresOfPair {
  const units = [...field.itemOf.keys()].filter((unit) => a.asked.at(unit) === 1 && b.asked.at(unit) === 1);
  const scoreOf = (of: ModelResponses, unit: number) => {
    const value = of.score.at(unit);
    return Number.isNaN(value) ? null : gain(measure, value, 0);
  };
  const own = units.map((unit) => scoreOf(a, unit));
  const other = units.map((unit) => scoreOf(b, unit));
  const scale = scaleOf(measure, [...own, ...other]);
  const numbers = new Map<number, number>();
  const cluster = units.map((unit) => {
    const name = field.clusterOf[unit] as number;
    const number = numbers.get(name) ?? numbers.size;
    numbers.set(name, number);
    return number;
  });
  const items = new Set(
    units.flatMap((unit, index) =>
      own[index] === null || other[index] === null ? [] : [field.itemOf[unit] as number],
    ),
  );
  return {
    own: own.map((value) => (value === null ? null : value + margin)),
    ...{ other, cluster, clusters: numbers.size, scale, items: items.size },
    worst: (unit, claim) => margin + worstDifference([own[unit] ?? null, other[unit] ?? null], scale, claim),
  };
}

/** Returns the difference of a unit with missing scores at its worst for a claim; 0 where both are missing. */
function worstDifference(
  [own, other]: readonly [number | null, number | null],
  { lowest, highest }: Scale,
  claim: Claim,
): number {
  if (own === null && other === null) return 0;
  const [ownWorst, otherWorst] = claim === 'higher' ? [lowest, highest] : [highest, lowest];
  return (own ?? ownWorst) - (other ?? otherWorst);
}

/** Returns the lowest and highest value of a score, its sign turned where lower is better; of the values read if it has none. */
export function scaleOf({ unit, better }: Measure, values: readonly (number | null)[]): Scale {
  if (unit === 'share') return better === 'lower' ? { lowest: -1, highest: 0 } : { lowest: 0, highest: 1 };
  if (unit === 'correlation') return { lowest: -1, highest: 1 };
  if (unit === 'doublings' && better === 'lower') return { lowest: -maxDoublings, highest: 0 };
  const read = values.flatMap((value) => (value === null ? [] : [value]));
  return read.reduce<Scale>(
    ({ lowest, highest }, value) => ({ lowest: Math.min(lowest, value), highest: Math.max(highest, value) }),
    { lowest: read[0] ?? 0, highest: read[0] ?? 0 },
  );
}
