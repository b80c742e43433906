import { binomialTail } from '../stats/distributions.ts';

/** One prediction with the answer that it is about. */
export interface AnsweredPrediction {
  readonly value: string;
  readonly truth: string;
  /** Predictions of several trainings about one item are dependent. */
  readonly item: number;
}

/** A value that a program seems to have written where it had no prediction. */
interface FilledPrediction {
  readonly value: string;
  /** Predictions of the value, and how many of them are right. */
  readonly count: number;
  readonly right: number;
}

/** Fewest items with the value, smallest share of the predictions, and the largest share of them that is right: almost none. */
const [minItems, minShare, maxRight] = [10, 0.05, 0.1];
/** Errors without a cause are even: how many times as often a filled value is wrong, and the largest p (sign test in one training). */
const [minExcess, maxP] = [2, 1e-3];

/**
 * Returns a value that stands on at least ten items and 5 % of the predictions, is almost never right, and is wrong far more
 * often than any other value but the constant. Null where there is none, and for a property of two values, which has no other value.
 */
export function filledValue(rows: readonly AnsweredPrediction[], constant: string): FilledPrediction | null {
  const byValue = Map.groupBy(rows, ({ value }) => value);
  const values = new Set(rows.flatMap(({ value, truth }) => [value, truth]));
  const trainings = Math.max(1, rows.length / itemsOf(rows));
  for (const [value, own] of byValue) {
    const right = own.filter(({ truth }) => truth === value).length;
    const isMany = own.length >= minShare * rows.length && itemsOf(own) >= minItems;
    if (value === constant || !isMany || right > maxRight * own.length) continue;
    const others = [...values].filter((each) => each !== value && each !== constant);
    const isMore = (other: string) => {
      const [most, usual] = [own, byValue.get(other) ?? []].map(
        (of) => of.filter(({ truth }) => truth !== value && truth !== other).length / trainings,
      ) as [number, number]; // of two
      return most >= minExcess * usual && binomialTail(usual, most + usual, 0.5) <= maxP;
    };
    if (others.length > 0 && others.every(isMore)) return { value, count: own.length, right };
  }
  return null;
}

function itemsOf(rows: readonly AnsweredPrediction[]): number {
  return new Set(rows.map(({ item }) => item)).size;
}
