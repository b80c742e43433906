import type { RunsAnalysis } from '../analyze/analyze-runs.ts';
import type { Worth } from '../results/worth.ts';

/** Options of `writeReport`. */
export interface ReportOptions {
  /** Created when it is missing. Files of an earlier report are replaced. */
  readonly folder: string;
  /** Whether to draw the published values of arXiv 2508.12277 next to those of the runs. Default: false. */
  readonly besidePaper?: boolean | undefined;
  /** Also draw the figures as PNG, which needs the optional package `@napi-rs/canvas`. Default: false. */
  readonly png?: boolean | undefined;
  /** Whether asking first pays, as `seb worth` found; absent: not shown. */
  readonly worth?: Worth;
}

/** Files of a report. */
export interface WrittenReport {
  readonly folder: string;
  /** Paths inside the folder, in the order in which they were written. */
  readonly files: readonly string[];
}

/** A written report, and the analysis that it shows. */
export interface RunsReport {
  readonly analysis: RunsAnalysis;
  readonly written: WrittenReport;
}
