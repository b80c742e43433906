import type { ReadRuns } from '../../analyze/analyze-runs.ts';
import { type ReportFileOptions, type RunsReport, writeReportFiles } from '../../report/write-report-files.ts';
import { openViewerPage } from './static-page-files.ts';
import { executionsOfStudies, figuresOfStudies, studiesOfRuns } from './study-page.ts';

export type ReportOptions = Omit<ReportFileOptions, 'openPage' | 'studyFigures' | 'studyTables' | 'findExecutions'>;

/**
 * Writes the report of runs: `report.html` (the viewer with its data, one self-contained page up to 50,000 outcomes)
 * and, next to it, Markdown, CSV, JSON, SVG, LaTeX and Inspect logs. The runs are read once. Throws an `AppError` when
 * the folder cannot be written, and in the cases of `analyzeRuns`.
 */
export async function writeReport(read: ReadRuns, options: ReportOptions): Promise<RunsReport> {
  const studies = await studiesOfRuns(read.store, read.runs);
  return await writeReportFiles(read, {
    ...options,
    openPage: openViewerPage(studies),
    studyFigures: figuresOfStudies(studies),
    studyTables: studies.find(({ summary }) => summary.id === read.study?.study)?.matrices ?? [],
    findExecutions: await executionsOfStudies(read.store),
  });
}
