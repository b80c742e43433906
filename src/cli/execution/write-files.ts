import { join } from 'node:path';
import type { ReadRuns, RunsAnalysis } from '../../analyze/analyze-runs.ts';
import type { ReportOptions } from '../../report/report-options.ts';
import { counted } from '../../util/numbers.ts';
import { tell } from '../../util/terminal.ts';

/** Writes the report of runs, and prints its location on stderr. Figures are loaded here. */
export async function writeFiles(read: ReadRuns, options: ReportOptions): Promise<RunsAnalysis> {
  const { writeReport } = await import('../../view/page/write-report.ts');
  const { analysis, written } = await writeReport(read, options);
  tell(`wrote ${counted(written.files.length, 'file')}; open ${join(options.folder, 'report.html')}\n`);
  return analysis;
}
