import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { inDark, renderSvg } from '../figure/render-svg.ts';
import { themeConfig } from '../figure/theme.ts';
import { AppError } from '../util/app-error.ts';
import { contentOf } from './content.ts';
import { csvReport } from './csv.ts';
import { conditionsCsv, judgesCsv } from './csv-conditions.ts';
import type { DrawnFigure } from './html/figures.ts';
import { htmlPage } from './html/page.ts';
import type { ReportInput } from './input.ts';
import { latexTables } from './latex.ts';
import { passOutcomes } from './outcome-pass.ts';
import { reportJson } from './report-json.ts';
import { reportMarkdown } from './report-markdown.ts';
import { safeJson } from './safe-json.ts';

export interface WrittenReport {
  readonly folder: string;
  /** Paths inside the folder, in the order in which they were written. */
  readonly files: readonly string[];
}

/**
 * Writes report.html and everything beside it. Reads the outcomes once, in a stream; the same input gives the same bytes.
 * Throws AppError `report-folder` where the folder cannot be made.
 */
export async function writeReport(input: ReportInput, folder: string): Promise<WrittenReport> {
  makeFolder(folder);
  const pass = await passOutcomes(input, folder);
  const content = contentOf(input, pass);
  const files = [...pass.files];
  const write = (file: string, text: string) => {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
    files.push(file);
  };
  const drawn: DrawnFigure[] = [];
  for (const figure of content.figures) {
    if (figure.kind === 'absent') continue;
    const svg = await renderSvg(figure.spec, 'light', figure.name);
    drawn.push({ figure, svg });
    write(`figures/${figure.name}.svg`, svg);
    write(`figures/${figure.name}.dark.svg`, inDark(svg));
    write(`figures/${figure.name}.vl.json`, `${safeJson({ ...figure.spec, config: themeConfig('light') })}\n`);
  }
  write('report.html', htmlPage(content, drawn));
  write('report.md', reportMarkdown(content));
  write('estimates.csv', `${csvReport(input.estimates)}\r\n`);
  write('estimates.json', estimatesJson(input));
  if (input.spreads.length > 0) write('conditions.csv', `${conditionsCsv(input.spreads)}\r\n`);
  if (input.agreements.length > 0) write('judges.csv', `${judgesCsv(input.agreements)}\r\n`);
  if (input.comparison !== null) write('comparison.json', `${safeJson(input.comparison)}\n`);
  write('table.tex', latexTables(content.scoreTables));
  return { folder, files };
}

/** As `seb report --json`, an estimate a line. */
function estimatesJson(input: ReportInput): string {
  const { estimates, conditions, judges, runs } = reportJson(input);
  const lines = estimates.map((estimate) => safeJson(estimate)).join(',\n');
  const rest = { conditions, judges, runs };
  return `{"estimates":[\n${lines}\n],${safeJson(rest).slice(1)}\n`;
}

function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true });
    if (statSync(folder).isDirectory()) return;
  } catch (cause) {
    throw new AppError('report-folder', `cannot make the folder ${folder}`, {
      hint: 'name a folder that can be written, with --out',
      cause,
    });
  }
}
