import type { ReportTable } from '../results/page.ts';
import { buildReportModel } from './build-report-model.ts';
import type { OutcomeExport } from './export/export-outcomes.ts';
import { writeFigures, writePdfs } from './export/figure-files.ts';
import type { ReportFolder } from './export/report-folder.ts';
import type { Figure } from './figures/render/figure.ts';
import { renderSvg } from './figures/render/render-svg.ts';
import type { ReportFacts } from './input/report-input.ts';
import { csvOfTable, csvReport } from './render/csv.ts';
import { htmlPage } from './render/html-page.ts';
import { latexTables } from './render/latex.ts';
import { reportMarkdown } from './render/markdown.ts';
import { reportJson } from './render/report-json.ts';
import { safeJson } from './render/safe-json.ts';
import type { WrittenReport } from './report-options.ts';
import { studySectionId } from './tables/study-section.ts';
import { verdictTableId } from './tables/verdict-table.ts';

interface OpenReport {
  readonly folder: ReportFolder;
  /** HTML of the first items, for the page. */
  readonly items: string;
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
  { folder, items, renderPng }: OpenReport,
): Promise<WrittenReport> {
  const content = buildReportModel(facts, pass);
  const svgs = await writeFigures(folder, content.figures, renderPng);
  const { estimates, comparison } = facts;
  const pictures = new Map([...svgs, ...(await narrowPictures(content.figures))]);
  folder.write('report.html', htmlPage({ results: facts.results, model: content, pictures, items }));
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
      tablesForPapers(content.sections.flatMap(({ tables }) => tables)),
      content.sections.find(({ id }) => id === studySectionId),
    ),
  );
  await writePdfs(folder, svgs);
  folder.finish();
  return { folder: folder.path, files: folder.files };
}

/** Returns the tables of scores; where nothing was predicted, those of right answers and differences. */
function tablesForPapers(tables: readonly ReportTable[]): readonly ReportTable[] {
  const scores = tables.filter(({ id }) => id === verdictTableId || id.startsWith('scores-'));
  return scores.length > 0 ? scores : tables.filter(({ id }) => id === 'right-answers' || id === 'differences');
}

/** Draws the figures that have a form for narrow windows; returns the pictures by name. */
async function narrowPictures(figures: readonly Figure[]): Promise<ReadonlyMap<string, string>> {
  const pictures = new Map<string, string>();
  for (const figure of figures) {
    if (figure.kind === 'absent' || figure.narrow === undefined) continue;
    const name = `${figure.name}-narrow`;
    pictures.set(name, await renderSvg(figure.narrow, 'light', name));
  }
  return pictures;
}

/** Returns what `seb report --json` has without the comparison, which has a file of its own; an estimate per line. */
function estimatesJson(facts: ReportFacts): string {
  const { estimates, ...rest } = reportJson({ ...facts, comparison: null });
  const lines = estimates.map((estimate) => safeJson(estimate)).join(',\n');
  return `{"estimates":[\n${lines}\n],${safeJson(rest).slice(1)}\n`;
}
