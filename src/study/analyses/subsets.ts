import { isAboveZero } from '../../stats/jackknife.ts';
import { CellIndex } from './cells.ts';
import { divergentRows, stableRows, variedRows } from './chosen-rows.ts';
import type { PairAnalysisOptions } from './pairs/analyze-pair.ts';
import { analyzePairs, type JudgedPair, type NearCopy } from './pairs/analyze-pairs.ts';
import type { PredictionRow } from './rows.ts';

/** All pairs, analyzed on a subset of the rows. */
export interface Subset {
  readonly name: string;
  /** Number of distinct properties of strings in the subset, and in all rows. */
  readonly kept: number;
  readonly of: number;
  readonly pairs: readonly JudgedPair[];
}

/** Further parts that a study asks for, chosen by the first half of the executions and scored on the second. */
export interface RowFilters {
  /** Smallest entropy of a group's values, in bits, for each target. */
  readonly minEntropy?: number | undefined;
  /** Smallest share of the executions of a string that agree, for each target. */
  readonly stable?: number | undefined;
}

/**
 * Repeats the analysis of all pairs on the parts that filters select, on divergent rows, on shallow and on deep
 * properties, on each generalization level (new string, new task, new task and property) and on each wording. Omits
 * empty subsets, except those of filters.
 */
export function analyzeSubsets(
  rows: readonly PredictionRow[],
  nearCopies: readonly NearCopy[],
  { filters = {}, ...options }: PairAnalysisOptions & { readonly filters?: RowFilters },
): readonly Subset[] {
  const tested = rows.filter(({ split, arm, size }) => split !== 'train' && arm !== 'read-off' && size === undefined);
  const of = countItems(tested);
  const analyze = (name: string, part: readonly PredictionRow[]): Subset => ({
    name,
    kept: countItems(part),
    of,
    pairs: analyzePairs(new CellIndex(part), nearCopies, options),
  });
  const named: (readonly [string, (row: PredictionRow) => boolean])[] = [
    ['shallow', ({ shallow }) => shallow],
    ['deep', ({ shallow }) => !shallow],
    ...splitLevels.map((level) => [level, ({ split }: PredictionRow) => split === level] as const),
    ...[...new Set(tested.map(({ wording }) => wording))]
      .sort()
      .map((name) => [`wording ${name}`, ({ wording }: PredictionRow) => wording === name] as const),
  ];
  const parts = [
    ['divergent', divergentRows(tested).rows] as const,
    ...named.map(([name, keep]) => [name, tested.filter(keep)] as const),
  ];
  return [
    ...filteredParts(tested, filters),
    ...parts.filter(([, part]) => part.length > 0), // what was asked for is shown although it is empty
  ].map(([name, part]) => analyze(name, part));
}

function filteredParts(
  tested: readonly PredictionRow[],
  { minEntropy, stable }: RowFilters,
): readonly (readonly [string, readonly PredictionRow[]])[] {
  return [
    ...(minEntropy === undefined
      ? []
      : [[`entropy ≥ ${minEntropy} bits`, variedRows(tested, minEntropy).rows] as const]),
    ...(stable === undefined
      ? []
      : [[`stable in ≥ ${Number((100 * stable).toFixed(1))} %`, stableRows(tested, stable).rows] as const]),
  ];
}

const splitLevels = ['new-string', 'new-task', 'new-task-and-property'] as const;

/** Returns the caution for a pair whose advantage occurs in shallow properties only; null if none is needed. */
export function oneTokenHabit(shallow: JudgedPair, deep: JudgedPair): string | null {
  const both = ({ doubleDifference, excess }: JudgedPair) => isAboveZero(doubleDifference) && isAboveZero(excess);
  if (!both(shallow) || both(deep)) return null;
  return 'One-token habit: the quoted prompt may simply trigger the first token of the answer.';
}

function countItems(rows: readonly PredictionRow[]): number {
  return new Set(rows.map(({ task, property, cluster }) => `${task}\u0000${property}\u0000${cluster}`)).size;
}
