import type { Comparison } from '../../results/comparison.ts';
import type { SettingsOf } from '../data-of-runs.ts';
import type { Kinship } from '../self-knowledge/relatives.ts';
import { limitNotes, notesOf } from './compare-notes.ts';
import { comparedTasks } from './compared-tasks.ts';
import { pairedDifferences } from './paired-differences.ts';
import { pooledPeople } from './people-pooled.ts';
import type { ResponseMatrix } from './response-matrix.ts';

interface ComparingOptions {
  readonly settingsOf?: SettingsOf;
  /** What is declared about relatives; absent: makers are read from the models' names. */
  readonly kinship?: Kinship | undefined;
}

/**
 * Compares models on the same items: what own predictions add to what the others tell, and which scores are higher. The same
 * data give the same result in any order.
 */
export function compareModels(
  fields: readonly ResponseMatrix[],
  { settingsOf, kinship }: ComparingOptions = {},
): Comparison {
  const limits = limitNotes(fields, { kinship, settingsOf });
  return {
    tasks: comparedTasks(fields, kinship),
    differences: pairedDifferences(fields),
    pooled: pooledPeople(fields),
    notes: [...limits, ...notesOf(fields)],
    limits,
  };
}
