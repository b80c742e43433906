import type { ScoredItem } from '../../run/outcomes/outcome-rows.ts';
import type { ReportFacts, ReportSource } from '../report-input.ts';
import type { ReportModel } from '../report-model.ts';
import type { OutcomeExport } from './export-outcomes.ts';
import type { CollectedRows, PageItem, PageRowPlaces } from './page-row-collector.ts';
import type { ShownRows } from './redact-unlicensed.ts';
import type { ReportFolder } from './report-folder.ts';

/** The content of a report after its outcomes are read. */
export interface FinishedReport {
  readonly facts: ReportFacts;
  readonly pass: OutcomeExport;
  /** Content and figures (light-theme SVG by name) that were created for other files; null: the page creates them. */
  readonly drawn: { readonly content: ReportModel; readonly svgs: ReadonlyMap<string, string> } | null;
  readonly collected: CollectedRows;
}

/** A page that collects rows while outcomes are read, and is written at the end. */
export interface ReportPage extends PageRowPlaces {
  /** Adds an item for one model under one condition, and returns what its rows are collected with; null without a row. */
  add(item: ScoredItem, shown: ShownRows): PageItem | null;
  /** Writes the page into the folder of the report, and the files that it loads. */
  write(name: string, report: FinishedReport): Promise<void>;
}

/** Opens the page of a report. The page is in a layer above this one, so the caller passes it in. */
export type OpenReportPage = (source: ReportSource, folder: ReportFolder) => ReportPage;
