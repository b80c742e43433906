import { mean } from '../../stats/basic/moments.ts';
import { minCoverage } from './min-coverage.ts';
import type { StudyResult } from './study-result.ts';

/**
 * Returns the mean accuracy of rows of the accuracy table, and its text; withheld where fewer than half of the
 * predictions could be read, because it then mainly reflects the answer form. Null without rows.
 */
export function readableAccuracy(entries: readonly Pick<StudyResult['accuracy'][number], 'value' | 'coverage'>[]): {
  readonly value: number | null;
  /** Why the value is missing; null where it is there. */
  readonly reason: string | null;
} {
  const coverage = mean(entries.map((entry) => entry.coverage));
  if (coverage === null) return { value: null, reason: 'not measured' };
  if (coverage >= minCoverage) return { value: mean(entries.map(({ value }) => value)), reason: null };
  return { value: null, reason: `withheld: ${(100 * coverage).toFixed(0)} % of predictions could be read` };
}
