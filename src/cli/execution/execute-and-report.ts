import type { Command } from 'commander';
import type { RunResult } from '../../answers/execute-run.ts';
import { closeModels, type PreparedRun } from '../../answers/prepare/prepared-run.ts';
import { safeJson } from '../../report/render/safe-json.ts';
import type { Store } from '../../store/store.ts';
import { print, printScreen, tell, wrapTyped } from '../../util/terminal.ts';
import { isSet, textOption } from '../flags/command-options.ts';
import { asTyped } from '../flags/next-command.ts';
import { terminalWidth } from '../flags/terminal-options.ts';
import { executeWithProgress } from './execute-with-progress.ts';

/** Executes a run with progress, and prints its report, or with `--json` its summary. Closes the models. */
export async function executeAndReport(
  prepared: PreparedRun,
  {
    store,
    location,
    command,
  }: { readonly store: Store; readonly location: string | undefined; readonly command: Command },
): Promise<void> {
  const result = await executeWithProgress(prepared, { store, location, configFile: textOption(command, 'config') });
  await closeModels(prepared);
  if (isSet(command, 'json')) {
    const { summarizeRun } = await import('../../analyze/summarize-run.ts');
    print(safeJson(await summarizeRun(result, prepared, store)));
  } else if (result.status !== 'paused') await printReport(result, prepared, { store, location });
}

/** Prints the report. Loads the statistics only now, so that a run starts without them. */
async function printReport(
  { run }: RunResult,
  { experiments }: PreparedRun,
  { store, location }: { readonly store: Store; readonly location: string | undefined },
): Promise<void> {
  const { analyzeRuns } = await import('../../analyze/analyze-runs.ts');
  const { chosenRuns } = await import('../../answers/choose-runs.ts');
  const { terminalFacts, terminalReport } = await import('../../report/render-report.ts');
  const runs = await chosenRuns(store, [run]);
  const analysis = await analyzeRuns({ store, runs, experiments });
  tell('\n'); // below the progress, which is on stderr as well
  printScreen(`${terminalReport(analysis, { width: terminalWidth(), command: asTyped(location) })}\n`);
  for (const line of terminalFacts(analysis)) {
    for (const part of wrapTyped(line, terminalWidth())) printScreen(part);
  }
}
