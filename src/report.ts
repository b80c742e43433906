/**
 * Writing reports. The package entry `self-execution-benchmark/report`. It only re-exports.
 * @module
 */
import './util/require-node.ts';

export type { RunsReport } from './report/write-report-files.ts';
export { type ReportOptions, writeReport } from './view/page/write-report.ts';
