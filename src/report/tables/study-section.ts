import type { ReportSection, ReportTable } from '../../results/page.ts';
import { listedLimits, type Results } from '../../results/results.ts';

export const studySectionId = 'study';

/**
 * Returns the section that opens the report of a study's runs: its question, its answer with definitions and reasons, its
 * matrix and what limits it. Null for other runs.
 */
export function studySection(results: Results, tables: readonly ReportTable[] = []): ReportSection | null {
  const { question, answer, selection, study } = results;
  if (study === undefined) return null;
  const state = selection.unfinished.map((line) => `${line}.`);
  const limits = listedLimits(results);
  const last = tables.length - 1;
  return {
    id: studySectionId,
    title: question,
    lead: [...state, answer, ...study.details, ...(last < 0 ? limits : [])].join(' '),
    absence: null,
    tables: tables.map((table, index) =>
      index === last ? { ...table, notes: [...(table.notes ?? []), ...limits.map((line) => `- ${line}`)] } : table,
    ),
  };
}
