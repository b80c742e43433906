import { join } from 'node:path';
import type { Command } from 'commander';
import { csvReport } from '../../report/csv.ts';
import { endpointLines } from '../../report/endpoint-facts.ts';
import { markdownReport } from '../../report/markdown.ts';
import { type ReportNumbers, reportJson } from '../../report/report-json.ts';
import { safeJson } from '../../report/safe-json.ts';
import { fullTable, terminalReport } from '../../report/terminal.ts';
import type { RunRecord } from '../../store/store.ts';
import { oneLine } from '../../util/text.ts';
import { analyseRuns, type ReadRuns, type RunsAnalysis } from '../analysis-of-runs.ts';
import { experimentsOf, runsToRead } from './experiments-option.ts';
import { isSet, print, seedOption, textOption, withStoreThatIs } from './store-option.ts';

/** What the terminal shows of an analysis: no more is computed than it prints. */
export function terminalText(analysis: RunsAnalysis): string {
  const { estimates } = analysis;
  return terminalReport({ estimates, spreads: analysis.spreads('headlines'), agreements: analysis.agreements() });
}

function numbersOf(analysis: RunsAnalysis, runs: readonly RunRecord[]): ReportNumbers {
  const { estimates } = analysis;
  return { estimates, spreads: analysis.spreads('all'), agreements: analysis.agreements(), runs };
}

export async function report(ids: readonly string[], command: Command): Promise<void> {
  const seed = seedOption(command) ?? 1;
  await withStoreThatIs(textOption(command, 'store'), async (store) => {
    const experiments = await experimentsOf(command);
    const runs = await runsToRead(store, ids, experiments);
    const folder = textOption(command, 'out');
    const read = { store, runs, experiments, seed };
    const analysis = folder === undefined ? await analyseRuns(read) : await writeFiles(read, folder);
    const { estimates } = analysis;
    if (isSet(command, 'json')) return print(safeJson(reportJson(numbersOf(analysis, runs))));
    if (isSet(command, 'csv')) return print(`${csvReport(estimates)}\r`); // RFC 4180 ends every line alike
    if (isSet(command, 'markdown')) return print(markdownReport(estimates));
    print(isSet(command, 'all') ? fullTable(estimates) : terminalText(analysis));
    for (const line of endpointLines(runs)) print(oneLine(line, 200));
  });
}

/** Analyses the runs and writes the files of their report; says where they are, on stderr. */
export async function writeFiles(read: ReadRuns, folder: string): Promise<RunsAnalysis> {
  const { reportFiles } = await import('../report-files.ts');
  const { analysis, written } = await reportFiles(read, folder);
  process.stderr.write(`wrote ${written.files.length} files; open ${join(folder, 'report.html')}\n`);
  return analysis;
}
