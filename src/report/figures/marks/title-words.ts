import type { Dot } from './dot-panels.ts';

/**
 * Returns how many intervals lie above chance, as a sentence; null without an interval. Chance must be a fixed number: an
 * interval that ignores the error of an estimated reference lies above it too often.
 */
export function aboveChance(lows: readonly number[], chance: number): string | null {
  const above = lows.map((low) => low > chance);
  if (above.length === 0) return null;
  return `${countOf(above)} scores ${isOne(above) ? 'lies' : 'lie'} above chance with the whole 95 % interval`;
}

/** Returns "None of 6" or "2 of 6": how many of the findings hold. */
export function countOf(holds: readonly boolean[]): string {
  const count = holds.filter((each) => each).length;
  return `${count === 0 ? 'None' : count} of ${holds.length}`;
}

/** Whether exactly one of the findings holds, for the verb of a sentence. */
export function isOne(holds: readonly boolean[]): boolean {
  return holds.filter((each) => each).length === 1;
}

/** Returns the lowest and the highest value of the report's own dots in a panel; null when no dot has a value. */
export function rangeOf(dots: readonly Dot[], panel: string): readonly [low: number, high: number] | null {
  const values = dots.flatMap((dot) => (dot.source === 'own' && dot.panel === panel ? (dot.value ?? []) : []));
  return values.length === 0 ? null : [Math.min(...values), Math.max(...values)];
}

/** Returns a range in words: "0.53 to 0.61", or the number where both ends read the same. */
export function rangeText([low, high]: readonly [low: number, high: number], text: (value: number) => string): string {
  return text(low) === text(high) ? text(low) : `${text(low)} to ${text(high)}`;
}
