import { sha256 } from '../../util/canonical-json.ts';
import { itemRule, type LabeledText } from './item-rule.ts';

/** Number of cross-fitting folds. */
const folds = 5;

/** Returns the fold of a cluster, from 0. It depends on the cluster alone, so that all rows of a cluster share a fold. */
export function foldOf(cluster: string): number {
  return Number.parseInt(sha256(`seb-fold-1\n${cluster}`).slice(0, 8), 16) % folds;
}

/** A unit of one group that has a truth; `string` is its normalized string and also its cluster. */
type RuleRow = LabeledText;

/** Returns the most frequent value, the first one on ties; null for an empty list. */
export function modeOf(values: readonly string[]): string | null {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  let best: string | null = null;
  for (const [value, times] of counts) if (best === null || times > (counts.get(best) ?? 0)) best = value;
  return best;
}

/** Returns, for each row, the mode of the rows in the other folds; null where those have none. */
export function crossFittedModes(rows: readonly RuleRow[]): readonly (string | null)[] {
  return crossFitted(rows, (others) => {
    const mode = modeOf(others.map(({ value }) => value));
    return () => mode;
  });
}

/** The order in which the rule reads its rows is always the same. */
const epochSeed = 1;

/** Returns, for each row, the guess of an item-only rule that was fitted to the other folds. */
export function crossFittedItemRule(rows: readonly RuleRow[]): readonly (string | null)[] {
  return crossFitted(rows, (others) => itemRule(others, epochSeed) ?? (() => null));
}

function crossFitted(
  rows: readonly RuleRow[],
  fit: (others: readonly RuleRow[]) => (string: string) => string | null,
): readonly (string | null)[] {
  const foldOfRow = rows.map(({ string }) => foldOf(string));
  const guesses: (string | null)[] = rows.map(() => null);
  for (let fold = 0; fold < folds; fold += 1) {
    if (!foldOfRow.includes(fold)) continue;
    const guess = fit(rows.filter((_, index) => foldOfRow[index] !== fold));
    for (const [index, row] of rows.entries()) if (foldOfRow[index] === fold) guesses[index] = guess(row.string);
  }
  return guesses;
}

/**
 * Returns the plug-in entropy of values, -Σ p log2 p, in bits; null for an empty list. Biased low by about (values - 1)
 * / (2 n ln 2).
 */
export function entropyBits(values: readonly string[]): number | null {
  if (values.length === 0) return null;
  const counts = Map.groupBy(values, (value) => value);
  let bits = 0;
  for (const { length } of counts.values()) bits -= (length / values.length) * Math.log2(length / values.length);
  return Math.max(0, bits); // for a single value: 0, not -0
}
