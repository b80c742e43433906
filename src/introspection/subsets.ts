import { CellIndex } from './cells.ts';
import { divergentRows } from './divergent-rows.ts';
import { isAboveZero } from './estimate.ts';
import type { PairAnalysisOptions } from './pairs/analyze-pair.ts';
import { analyzePairs, type JudgedPair, type NearCopy } from './pairs/analyze-pairs.ts';
import type { PredictionRow } from './rows.ts';

/** All pairs, analyzed on a part of the rows only. */
export interface Subset {
  readonly name: string;
  /** Distinct properties of strings in this part, and in all rows. */
  readonly kept: number;
  readonly of: number;
  readonly pairs: readonly JudgedPair[];
}

/**
 * Repeats the analysis of all pairs on divergent rows, on shallow and on deep properties, on each generalization level
 * (new string, new task, new task and property) and on each wording. Subsets without rows are left out.
 */
export function analyzeSubsets(
  rows: readonly PredictionRow[],
  nearCopies: readonly NearCopy[],
  options: PairAnalysisOptions,
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
  return [
    ['divergent', divergentRows(tested).rows] as const,
    ...named.map(([name, keep]) => [name, tested.filter(keep)] as const),
  ]
    .filter(([, part]) => part.length > 0)
    .map(([name, part]) => analyze(name, part));
}

const splitLevels = ['new-string', 'new-task', 'new-task-and-property'] as const;

/** Returns the caution that a pair needs whose advantage is found in shallow properties only; null where none is. */
export function oneTokenHabit(shallow: JudgedPair, deep: JudgedPair): string | null {
  const both = ({ doubleDifference, excess }: JudgedPair) => isAboveZero(doubleDifference) && isAboveZero(excess);
  if (!both(shallow) || both(deep)) return null;
  return 'One-token habit: the quoted prompt may simply trigger the first token of the answer.';
}

function countItems(rows: readonly PredictionRow[]): number {
  return new Set(rows.map(({ task, property, cluster }) => `${task}\u0000${property}\u0000${cluster}`)).size;
}
