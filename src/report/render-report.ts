import type { RunsAnalysis } from '../analyze/analyze-runs.ts';
import { servedWarnings } from '../analyze/checks/served-models.ts';
import { taskNames } from '../experiments/task-name.ts';
import type { ReportSection, ReportTable } from '../results/page.ts';
import { listedLimits, type Results } from '../results/results.ts';
import type { RunRecord } from '../store/store.ts';
import { markdownSections } from './render/markdown.ts';
import { reportJson } from './render/report-json.ts';
import { safeJson } from './render/safe-json.ts';
import { maxStudyLines, type ScreenOptions, screenText } from './render/screen.ts';
import { explainedTables, limitsList, tableNamed, tableNames, terminalTable } from './render/terminal-table.ts';
import { attributeSection } from './tables/attribute-tables.ts';
import { reportSections } from './tables/report-sections.ts';
import { rightScreenTables } from './tables/right-tables.ts';
import { screenTables, verdictTable } from './tables/verdict-table.ts';

/** Returns the first screen of a report: the question, the answer, one table, what limits it, and what to do next. */
export function terminalReport(analysis: RunsAnalysis, options: ScreenOptions): string {
  const results = analysis.results();
  const { question, answer, limits, notes = [], next, selection, findings, study } = results;
  const screen = { question, answer, limits, notes: notes.length, next, unfinished: selection.unfinished };
  if (study !== undefined) return studyScreen(results, options);
  const right = showsRight(analysis) ? rightScreenTables(results) : [];
  const tables = findings.length > 0 ? screenTables(findings) : right.slice(0, 1);
  const scores = findings.length > 0 ? right : right.length > 0 ? right.slice(1) : firstTables(analysis);
  const attributes = analysis.attributes();
  const asked = attributes === null ? [] : attributeSection(attributes, taskNames(analysis.experiments)).tables;
  return screenText({ ...screen, tables, asked: [...scores, ...asked] }, options);
}

/** Returns whether the first screen shows how often answers are right. */
function showsRight({ experiments, results }: RunsAnalysis): boolean {
  const { right = [] } = results();
  return right.some(({ experiment }) => experiments.get(experiment)?.presentation?.showsRight === true);
}

/** Returns the screen of a study whose runs are selected: its verdict, and who predicts whom. */
function studyScreen(results: Results, options: ScreenOptions): string {
  const { study, question, answer, limits, notes = [], next, selection } = results;
  const tables = study === undefined || study.table === null ? [] : [study.table];
  return screenText(
    { question, answer, limits, notes: notes.length, next, unfinished: selection.unfinished, tables },
    { ...options, maxLines: maxStudyLines },
  );
}

/** Returns the first table of results without verdicts. */
function firstTables(analysis: RunsAnalysis): readonly ReportTable[] {
  const [table] = sectionsOf(analysis, 'headlines').flatMap(({ tables }) =>
    tables.filter(({ detail }) => detail === undefined),
  );
  return table === undefined ? [] : [table];
}

/** Returns the verdict table at full width. */
export function wideReport(analysis: RunsAnalysis): string {
  return wideTables(analysis)
    .map((table) => terminalTable(table, Number.POSITIVE_INFINITY, true))
    .join('\n\n');
}

/** Returns the verdict table with all of its columns; without verdicts, the first table. */
function wideTables(analysis: RunsAnalysis): readonly ReportTable[] {
  const { findings } = analysis.results();
  return findings.length > 0 ? [verdictTable(findings)] : firstTables(analysis);
}

/** Returns the names of all tables of a report with what each shows, a line each. `command`: that of the report. */
export function tableList(analysis: RunsAnalysis, width: number, command: string): string {
  const lists = [limitsList(analysis.results().limits)];
  return tableNames({ tables: namedTables(analysis), lists, width }, command);
}

/** How a table is printed: the width of the terminal, and whether each column is explained. */
interface TableLook {
  readonly width: number;
  readonly explain: boolean;
}

/** Returns one table of a report by its name. Throws an `AppError` with near names for an unknown one. */
export function namedTable(analysis: RunsAnalysis, name: string, look: TableLook): string {
  const lists = [limitsList(listedLimits(analysis.results()))];
  return tableNamed({ tables: namedTables(analysis), lists, ...look }, name, 'seb report --list');
}

/** Returns what the columns of the verdict table hold, in lines of at most `width` columns. */
export function explainedReport(analysis: RunsAnalysis, width: number): readonly string[] {
  return explainedTables(wideTables(analysis), width);
}

/** Returns the tables of a report that have more than missing values. */
function namedTables(analysis: RunsAnalysis): readonly ReportTable[] {
  return sectionsOf(analysis, 'all')
    .flatMap(({ tables }) => tables)
    .filter(({ rows }) => rows.some((row) => row.some(({ sort }) => typeof sort === 'number')));
}

/** Returns the lines below the tables of a terminal: warnings about the models that served the answers. */
export function terminalFacts({ served }: RunsAnalysis): readonly string[] {
  return servedWarnings(served);
}

/** Returns all tables as Markdown. */
export function markdownReport(analysis: RunsAnalysis): string {
  return markdownSections(sectionsOf(analysis, 'all'));
}

/** Returns all numbers as JSON text; `docs/schema/report.schema.json` describes it. */
export function jsonReport(analysis: RunsAnalysis, { runs }: { readonly runs: readonly RunRecord[] }): string {
  const { estimates, served, readings, salvaged, categories } = analysis;
  return safeJson(
    reportJson({
      comparison: analysis.comparison(),
      results: analysis.results(),
      estimates,
      spreads: analysis.spreads('all'),
      agreements: analysis.agreements(),
      served,
      readings,
      salvaged,
      groups: categories.groupAccuracies(),
      attributes: analysis.attributes(),
      runs,
    }),
  );
}

function sectionsOf(analysis: RunsAnalysis, measures: 'headlines' | 'all'): readonly ReportSection[] {
  const { experiments, estimates } = analysis;
  return reportSections({
    experiments,
    estimates,
    spreads: analysis.spreads(measures),
    agreements: analysis.agreements(),
    comparison: measures === 'all' ? analysis.comparison() : null,
    results: analysis.results(),
    attributes: analysis.attributes(),
  });
}
