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

const nothingToCompare = 'a comparison needs at least two models on the same items, or two different runs';

/**
 * Compares models on the same items: what own predictions add to what the others tell, and which scores are higher. The same
 * data give the same result in any order.
 */
export function compareModels(
  fields: readonly ResponseMatrix[],
  { settingsOf, kinship }: ComparingOptions = {},
): Comparison {
  const limits = limitNotes(fields, { kinship, settingsOf });
  const [tasks, differences] = [comparedTasks(fields, kinship), pairedDifferences(fields)];
  const isEmpty = tasks.length === 0 && differences.length === 0;
  return {
    ...{ tasks, differences, pooled: pooledPeople(fields) },
    notes: [...limits, ...(isEmpty ? [nothingToCompare] : notesOf(fields))],
    limits,
  };
}
