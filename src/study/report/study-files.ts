import { writeFigures, writePdfs } from '../../report/export/figure-files.ts';
import { explainWriting, ReportFolder } from '../../report/export/report-folder.ts';
import { pngRenderer } from '../../report/figures/svg-png.ts';
import { csvOfTable } from '../../report/render/csv.ts';
import { safeJson } from '../../report/render/safe-json.ts';
import type { WrittenReport } from '../../report/report-options.ts';
import { studyFigures } from './study-figures.ts';
import { type StudyReport, studyReportJson } from './study-report.ts';
import { studyLatex, studyMarkdown } from './study-texts.ts';

interface StudyFilesOptions {
  /** Created when it is missing. Files of an earlier report are replaced. */
  readonly folder: string;
  /** Also draw the figures as PNG, which needs the optional package `@napi-rs/canvas`. */
  readonly png: boolean;
}

/**
 * Writes `study.md`, `study.tex`, `study.json`, a CSV file per table and the figures. Equal stores give identical bytes.
 * AppError where the folder cannot be written.
 */
export async function writeStudyFiles(report: StudyReport, options: StudyFilesOptions): Promise<WrittenReport> {
  const renderPng = options.png ? await pngRenderer() : null;
  try {
    const folder = new ReportFolder(options.folder);
    const figures = studyFigures(report.results.study, report.result);
    const drawn = figures.map(({ figure }) => figure);
    folder.write('study.md', studyMarkdown(report, figures));
    folder.write('study.tex', studyLatex(report));
    folder.write('study.json', `${safeJson(studyReportJson(report))}\n`);
    for (const table of report.sections.flatMap(({ tables }) => tables)) {
      folder.write(`tables/${table.id}.csv`, `${csvOfTable(table)}\r\n`);
    }
    await writePdfs(folder, await writeFigures(folder, drawn, renderPng));
    folder.finish();
    return { folder: folder.path, files: folder.files };
  } catch (error) {
    throw explainWriting(error, options.folder);
  }
}
