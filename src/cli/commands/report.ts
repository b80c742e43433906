import type { Command } from 'commander';
import { analyzeRuns } from '../../pipeline/analyze-runs.ts';
import { runsToRead } from '../../pipeline/choose-runs.ts';
import { jsonReport, markdownReport, terminalFacts, terminalReport } from '../../pipeline/render-report.ts';
import { writeJunit } from '../../report/export/write-junit.ts';
import { csvReport } from '../../report/render/csv.ts';
import { junitOfEstimates } from '../../report/render/junit.ts';
import { withExistingStore } from '../../store/use-store.ts';
import { print } from '../../util/terminal.ts';
import { oneLine } from '../../util/text.ts';
import { experimentsOf, isSet, seedOption, textOption } from '../command-options.ts';
import { writeFiles } from '../execution/write-files.ts';
import { terminalOptions } from '../terminal-options.ts';

/** Prints the scores of runs, and writes the files of their report with `--out`. */
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
    const junit = textOption(command, 'junit');
    if (junit !== undefined) writeJunit(junit, junitOfEstimates(analysis.estimates));
    if (isSet(command, 'json')) return print(jsonReport(analysis, read));
    if (isSet(command, 'csv')) return print(`${csvReport(analysis.estimates)}\r`); // RFC 4180 ends every line alike
    if (isSet(command, 'markdown')) return print(markdownReport(analysis));
    print(terminalReport(analysis, terminalOptions(command)));
    for (const line of terminalFacts(analysis, runs)) print(oneLine(line, 400));
  });
}
