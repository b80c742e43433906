import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Command } from 'commander';
import { analyzeRuns } from '../../../analyze/analyze-runs.ts';
import { selectRuns } from '../../../answers/default-selection.ts';
import { executeRun } from '../../../answers/execute-run.ts';
import { experimentRegistry } from '../../../experiments/registry.ts';
import { isSelfPredictionLog, prepareSelfPredictionLog } from '../../../recordings/import/self-prediction-log.ts';
import { jsonReport, terminalReport } from '../../../report/render-report.ts';
import { withStore } from '../../../store/use-store.ts';
import { AppError } from '../../../util/app-error.ts';
import { shellWord } from '../../../util/shell-word.ts';
import { print, printScreen, tell } from '../../../util/terminal.ts';
import { isSet } from '../../flags/command-options.ts';
import { asTyped } from '../../flags/next-command.ts';
import { terminalWidth, wrapMessage } from '../../flags/terminal-options.ts';

/** Returns whether all files are logs of the tasks `self_know`, `self_refusal` and `self_property`. AppError where only some are. */
export async function areSelfPredictionLogs(files: readonly string[]): Promise<boolean> {
  const are = await Promise.all(files.map(isSelfPredictionLog));
  if (are.every((each) => each === are[0])) return are[0] ?? false;
  throw new AppError('log-unknown', 'some of the files hold self-predictions and some do not', {
    hint: `give these alone: ${files
      .filter((_, index) => are[index])
      .map(shellWord)
      .join(' ')}`,
  });
}

/** Reports logs of self-predictions as `seb report` reports runs; keeps nothing. */
export async function reportSelfPredictionLogs(files: readonly string[], command: Command): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'seb-log-'));
  const experiments = experimentRegistry();
  try {
    await withStore(join(folder, 'store.sqlite'), async (store) => {
      const ids: string[] = [];
      for (const file of files) {
        const prepared = await prepareSelfPredictionLog(file, experiments);
        ids.push((await executeRun(prepared, { store })).run);
      }
      const read = {
        store,
        experiments,
        keptFrom: Number.POSITIVE_INFINITY,
        ...(await selectRuns(store, experiments, { ids, all: false })),
      };
      const analysis = await analyzeRuns(read);
      if (isSet(command, 'json')) return print(jsonReport(analysis, read));
      printScreen(terminalReport(analysis, { width: terminalWidth(), command: asTyped(undefined) }));
      tell(
        wrapMessage(
          `note: these commands read a store: \`seb import ${files.map(shellWord).join(' ')}\` stores the log\n`,
        ),
      );
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
