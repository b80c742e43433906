import type { ScoredItem } from '../../score/outcomes.ts';
import type { ReportModel } from '../model/report-model.ts';
import type { ReportFacts, ReportSource } from '../report-input.ts';
import type { OutcomeExport } from './export-outcomes.ts';
import type { ReportFolder } from './report-folder.ts';

/** The content of a report once its outcomes are read. */
export interface FinishedReport {
  readonly facts: ReportFacts;
  readonly pass: OutcomeExport;
  /** Content and figures (SVG in the light theme, by name) that were made for other files; null: the page makes them. */
  readonly drawn: { readonly content: ReportModel; readonly svgs: ReadonlyMap<string, string> } | null;
}

/** A page that collects rows while outcomes are read, and is written at the end. */
export interface ReportPage {
  /** Adds an item, asked of one model under one condition. Those of one item come one after another. */
  add(item: ScoredItem): void;
  /** Writes the page into the folder of the report, and what it loads from beside itself. */
  write(name: string, report: FinishedReport): Promise<void>;
}

/** Opens the page of a report. The page stands above this layer, so the caller of a report chooses it. */
export type OpenReportPage = (source: ReportSource, folder: ReportFolder) => ReportPage;
