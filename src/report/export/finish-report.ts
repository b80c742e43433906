import { csvOfTable, csvReport } from '../render/csv.ts';
import { latexTables } from '../render/latex.ts';
import { reportMarkdown } from '../render/markdown.ts';
import { reportJson } from '../render/report-json.ts';
import { safeJson } from '../render/safe-json.ts';
import type { ReportFacts } from '../report-input.ts';
import { buildReportModel } from '../report-model.ts';
import { studySectionId } from '../tables/study-section.ts';
import { verdictTableId } from '../tables/verdict-table.ts';
import type { OutcomeExport } from './export-outcomes.ts';
import { writeFigures, writePdfs } from './figure-files.ts';
import type { CollectedRows } from './page-row-collector.ts';
import type { ReportFolder } from './report-folder.ts';
import type { ReportPage } from './report-page.ts';

export interface WrittenReport {
  readonly folder: string;
  /** Paths inside the folder, in the order in which they were written. */
  readonly files: readonly string[];
}

interface OpenReport {
  readonly folder: ReportFolder;
  readonly page: ReportPage;
  readonly collected: CollectedRows;
  /** Draws SVG as PNG; null: no PNG files. */
  readonly renderPng: ((svg: string) => Promise<Uint8Array>) | null;
}

/**
 * Writes report.html and every file that needs all outcomes, and removes other files of an earlier report. Equal input
 * gives identical bytes.
 */
export async function finishReport(
  facts: ReportFacts,
  pass: OutcomeExport,
  { folder, page, collected, renderPng }: OpenReport,
): Promise<WrittenReport> {
  const content = buildReportModel(facts, pass);
  const svgs = await writeFigures(folder, content.figures, renderPng);
  const { estimates, comparison } = facts;
  await page.write('report.html', { facts, pass, drawn: { content, svgs }, collected });
  folder.write('report.md', reportMarkdown(content));
  folder.write('estimates.csv', `${csvReport(estimates, facts.results.findings)}\r\n`);
  folder.write('estimates.json', estimatesJson(facts));
  for (const table of content.sections.flatMap(({ tables }) => tables)) {
    folder.write(`tables/${table.id}.csv`, `${csvOfTable(table)}\r\n`);
  }
  if (comparison !== null) folder.write('comparison.json', `${safeJson(comparison)}\n`);
  folder.write(
    'table.tex',
    latexTables(
      content.sections.flatMap(({ tables }) =>
        tables.filter(({ id }) => id === verdictTableId || id.startsWith('scores-')),
      ),
      content.sections.find(({ id }) => id === studySectionId),
    ),
  );
  await writePdfs(folder, svgs);
  folder.finish();
  return { folder: folder.path, files: folder.files };
}

/** Returns the estimates as in `seb report --json`, one per line. */
function estimatesJson(facts: ReportFacts): string {
  const { estimates, ...rest } = reportJson(facts);
  const lines = estimates.map((estimate) => safeJson(estimate)).join(',\n');
  return `{"estimates":[\n${lines}\n],${safeJson(rest).slice(1)}\n`;
}
