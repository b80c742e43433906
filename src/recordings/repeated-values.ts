/** Values of a column of which more are no few values. */
const maxValues = 100;
/** Fewest pairs of equal values within items that chance makes, and share of these of which fewer are no chance. */
const [minExpected, maxShare] = [7, 0.1];

/**
 * Counts how often two rows of one item have one value in a column. What a model writes or a call takes is equal in some of them by chance;
 * the values of a condition, such as two judges of each answer, hardly ever are.
 */
export class RepeatedValues {
  readonly #items = new Map<string, string[]>();
  readonly #values = new Set<string>();

  /** Adds the value of a row. After too many values nothing more is kept. */
  add(item: string, value: string): void {
    if (this.#values.size > maxValues) return;
    this.#values.add(value);
    if (this.#values.size > maxValues) this.#items.clear();
    else if (!this.#items.get(item)?.push(value)) this.#items.set(item, [value]);
  }

  /**
   * Whether values are equal within items so rarely that they are conditions: at most a tenth as often as in rows that draw them
   * independently, where this is at least seven times (none of seven has probability e^-7, about .001).
   */
  get areConditions(): boolean {
    const repeated = [...this.#items.values()].filter((own) => own.length > 1);
    const all = repeated.flat();
    const pairs = repeated.reduce((sum, own) => sum + pairsOf(own.length), 0);
    const equal = repeated.reduce((sum, own) => sum + equalPairs(own), 0);
    const chance = countsOf(all).reduce((sum, count) => sum + (count / all.length) ** 2, 0);
    const expected = pairs * chance;
    return expected >= minExpected && equal <= maxShare * expected;
  }
}

function countsOf(values: readonly string[]): readonly number[] {
  return [...Map.groupBy(values, (value) => value).values()].map((own) => own.length);
}

function pairsOf(count: number): number {
  return (count * (count - 1)) / 2;
}

function equalPairs(values: readonly string[]): number {
  return countsOf(values).reduce((sum, count) => sum + pairsOf(count), 0);
}
