/** One row: what was stated of it, and whether it was right. */
export interface StatedRow {
  /** Stated probability that the answer is right, in [0, 1]. */
  readonly stated: number;
  readonly isRight: boolean;
  /** Rows of one item are dependent: they count once. */
  readonly item: string | number;
}

/** A stated value that a program seems to have filled in where no answer was there. */
interface FilledValue {
  readonly value: number;
  /** Rows with this value, none of which is right, and all rows. */
  readonly rows: number;
  readonly of: number;
}

/** Fewest items with the value, smallest share of the items, and the largest probability that none of them is right. */
const [minItems, minShare, maxChance] = [10, 0.05, 1e-4];
/** A column of two values is a decision, such as keep and withdraw. */
const maxDecisionValues = 2;

/**
 * Returns the values that stand on at least ten items and 5 % of them, of which none is right although that has a probability of
 * at most (1 - value)^items <= 10^-4 (binomial) if the value is what it says. Never 0, and none in a column of two values.
 */
export function filledValues(rows: readonly StatedRow[]): readonly FilledValue[] {
  const counts = new Map<number, { rows: number; hasRight: boolean }>();
  for (const { stated, isRight } of rows) {
    const own = counts.get(stated) ?? { rows: 0, hasRight: false };
    own.rows += 1;
    own.hasRight ||= isRight;
    counts.set(stated, own);
  }
  const values = [...counts].filter(([value, own]) => value > 0 && !own.hasRight && own.rows >= minItems);
  if (counts.size <= maxDecisionValues || values.length === 0) return [];
  const items = new Set(rows.map(({ item }) => item)).size;
  return values.flatMap(([value, own]) => {
    const n = new Set(rows.flatMap(({ stated, item }) => (stated === value ? [item] : []))).size;
    const isEnough = n >= minItems && n >= minShare * items;
    return isEnough && (1 - value) ** n <= maxChance ? [{ value, rows: own.rows, of: rows.length }] : [];
  });
}

/** Returns the reason without a verdict: `52 of 112 predictions are 0.5, and none of them is right`. */
export function filledText({ value, rows, of }: FilledValue): string {
  return `${rows} of ${of} predictions are ${value}, and none of these answers is right`;
}
