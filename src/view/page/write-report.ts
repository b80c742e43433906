import { z } from 'zod';
import { type ReadRuns, readShape } from '../../analyze/analyze-runs.ts';
import type { ReportOptions, RunsReport } from '../../report/report-options.ts';
import { writeReportFiles } from '../../report/write-report-files.ts';
import { whoSectionId } from '../../study/report/study-sections.ts';
import { checkArguments } from '../../util/check-arguments.ts';
import { executionsOfStudies, figuresOfStudies, studiesOfRuns } from './study-page.ts';

const reportArguments = z.object({ read: readShape, options: z.looseObject({ folder: z.string() }) });

/**
 * Writes the report of runs: `report.html` (a page without scripts) and, next to it, Markdown, CSV, JSON, SVG, LaTeX and Inspect logs. The runs are read once. Throws an `AppError` when
 * the folder cannot be written, and in the cases of `analyzeRuns`.
 */
export async function writeReport(read: ReadRuns, options: ReportOptions): Promise<RunsReport> {
  checkArguments('writeReport', reportArguments, { read, options });
  const studies = await studiesOfRuns(read.store, read.runs);
  const study = studies.find(({ summary }) => summary.id === read.study?.study);
  return await writeReportFiles(read, {
    ...options,
    studyFigures: figuresOfStudies(studies),
    studyTables: study?.matrices ?? [],
    studySections: study?.page?.sections.filter(({ id }) => id !== whoSectionId) ?? [],
    findExecutions: await executionsOfStudies(read.store),
  });
}
