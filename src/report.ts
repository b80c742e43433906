/**
 * Writing reports. The package entry `self-execution-benchmark/report`. It only re-exports.
 * @module
 */
import './util/require-node.ts';

export type { ReportOptions, RunsReport } from './report/report-options.ts';
export { writeReport } from './view/page/write-report.ts';
