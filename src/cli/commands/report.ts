import { join } from 'node:path';
import type { Command } from 'commander';
import { analyzeRuns, type ReadRuns, type RunsAnalysis } from '../../pipeline/analyze-runs.ts';
import { runsToRead } from '../../pipeline/choose-runs.ts';
import { writeJunit } from '../../report/export/write-junit.ts';
import { endpointLines } from '../../report/facts/endpoint-facts.ts';
import { servedLines } from '../../report/facts/served-facts.ts';
import { reportSections } from '../../report/model/report-sections.ts';
import type { ReportSection } from '../../report/model/report-table.ts';
import { csvReport } from '../../report/render/csv.ts';
import { junitOfEstimates } from '../../report/render/junit.ts';
import { markdownSections } from '../../report/render/markdown.ts';
import { type ReportNumbers, reportJson } from '../../report/render/report-json.ts';
import { safeJson } from '../../report/render/safe-json.ts';
import { type TerminalOptions, terminalSections } from '../../report/render/terminal.ts';
import { withExistingStore } from '../../store/use-store.ts';
import { print, tell } from '../../util/terminal.ts';
import { oneLine } from '../../util/text.ts';
import type { ReportOptions } from '../../view/write-report.ts';
import { experimentsOf, isSet, seedOption, textOption } from '../command-options.ts';
import { terminalOptions } from '../terminal-options.ts';

/** What the terminal shows of an analysis; no more is computed than it prints. */
export function terminalText(analysis: RunsAnalysis, options: TerminalOptions): string {
  return terminalSections(sectionsOf(analysis, 'headlines'), options);
}

function sectionsOf(analysis: RunsAnalysis, measures: 'headlines' | 'all'): readonly ReportSection[] {
  const { experiments, estimates } = analysis;
  const spreads = analysis.spreads(measures);
  return reportSections({
    experiments,
    estimates,
    spreads,
    agreements: analysis.agreements(),
    comparison: null,
    contrasts: analysis.contrasts(),
  });
}

function numbersOf(analysis: RunsAnalysis, { runs, seed }: Pick<ReadRuns, 'runs' | 'seed'>): ReportNumbers {
  const { estimates, categories } = analysis;
  return {
    estimates,
    spreads: analysis.spreads('all'),
    agreements: analysis.agreements(),
    served: analysis.served,
    groups: categories.groupAccuracies(seed),
    contrasts: analysis.contrasts(),
    runs,
  };
}

export async function report(ids: readonly string[], command: Command): Promise<void> {
  const seed = seedOption(command) ?? 1;
  await withExistingStore(textOption(command, 'store'), async (store) => {
    const experiments = await experimentsOf(command);
    const runs = await runsToRead(store, ids, experiments);
    const folder = textOption(command, 'out');
    const read = { store, runs, experiments, seed };
    const analysis =
      folder === undefined
        ? await analyzeRuns(read)
        : await writeFiles(read, { folder, besidePaper: isSet(command, 'besidePaper') });
    const { estimates } = analysis;
    const junit = textOption(command, 'junit');
    if (junit !== undefined) writeJunit(junit, junitOfEstimates(estimates));
    if (isSet(command, 'json')) return print(safeJson(reportJson(numbersOf(analysis, read))));
    if (isSet(command, 'csv')) return print(`${csvReport(estimates)}\r`); // RFC 4180 ends every line alike
    if (isSet(command, 'markdown')) return print(markdownSections(sectionsOf(analysis, 'all')));
    print(terminalText(analysis, terminalOptions(command)));
    for (const line of [...servedLines(analysis.served), ...endpointLines(runs)]) print(oneLine(line, 400));
  });
}

/** Analyses the runs and writes the files of their report; says where they are, on stderr. */
export async function writeFiles(read: ReadRuns, options: ReportOptions): Promise<RunsAnalysis> {
  const { writeReport } = await import('../../view/write-report.ts');
  const { analysis, written } = await writeReport(read, options);
  tell(`wrote ${written.files.length} files; open ${join(options.folder, 'report.html')}\n`);
  return analysis;
}
