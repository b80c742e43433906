import type { Command } from 'commander';
import { executeRun } from '../../answers/execute-run.ts';
import type { Dataset } from '../../domain/dataset.ts';
import { type Experiments, experimentRegistry, importedExperiments } from '../../experiments/registry.ts';
import { readSelfExecutionBenchmark } from '../../papers/self-execution-benchmark/index.ts';
import { importedLogs } from '../../recordings/import/import-logs.ts';
import { prepareRecording } from '../../recordings/import/prepare-recording.ts';
import type { Recording } from '../../recordings/import/recording.ts';
import { safeJson } from '../../report/render/safe-json.ts';
import { withStore } from '../../store/use-store.ts';
import { AppError } from '../../util/app-error.ts';
import { print, printScreen, tell } from '../../util/terminal.ts';
import { escapeControls, oneLine, table } from '../../util/text.ts';
import { isSet, textOption } from '../flags/command-options.ts';
import { refuseFlags } from '../flags/log-flags.ts';
import { asTyped } from '../flags/next-command.ts';
import { readScoredLogs } from './logs/compare-logs.ts';

/** Imports logs of other tools, or the published recordings that the first argument names. */
export async function importPaths(paths: readonly string[], command: Command): Promise<void> {
  const [name, folder, ...others] = paths;
  if (name !== 'self-execution-benchmark') return await importLogs(paths, command);
  refuseFlags(command, 'runs');
  if (folder === undefined || others.length > 0)
    throw new AppError('import-empty', `${name} needs one folder`, {
      hint: "give the folder of a clone of the authors' repository: `seb import self-execution-benchmark FOLDER`",
    });
  await importRecordings(folder, command);
}

/** Imports published recordings as ordinary runs, one per model and experiment. Sends no calls. */
async function importRecordings(folder: string, command: Command): Promise<void> {
  const sets = await readSelfExecutionBenchmark(folder);
  for (const reason of sets.flatMap(({ skipped }) => skipped)) tell(`skipped ${oneLine(reason, 200)}\n`);
  await importSets(sets, command);
}

/**
 * Imports logs of other tools as runs, one per model and score of right and wrong. All logs are read before anything is
 * stored. Sends no calls.
 */
async function importLogs(files: readonly string[], command: Command): Promise<void> {
  const logs = await readScoredLogs(files, command);
  if (logs === null) return;
  const sets = logs.flatMap(importedLogs).map(({ dataset, recording }) => ({ dataset, recordings: [recording] }));
  if (sets.length === 0)
    throw new AppError('import-empty', 'the logs have no score of right and wrong', {
      hint: 'only scores whose values are 0, 1 and 1/2 are imported',
    });
  await importSets(sets, command);
}

async function importSets(
  sets: readonly { readonly dataset: Dataset; readonly recordings: readonly Recording[] }[],
  command: Command,
): Promise<void> {
  const experiments: Experiments = new Map([
    ...experimentRegistry(),
    ...Object.values(importedExperiments).map((experiment) => [experiment.name, experiment] as const),
  ]);
  const location = textOption(command, 'store');
  await withStore(location, async (store) => {
    const rows: { run: string; experiment: string; model: string; answers: number; missing: number }[] = [];
    for (const { dataset, recordings } of sets) {
      if (!experiments.has(dataset.experiment)) continue;
      for (const recording of recordings) {
        const prepared = prepareRecording(recording, dataset, experiments);
        const stop = new AbortController().signal;
        const { run, progress } = await executeRun(prepared, { store, stop, onProgress: () => {} });
        rows.push({
          run,
          experiment: recording.experiment,
          model: recording.model,
          answers: progress.answered + progress.found,
          missing: progress.failed,
        });
      }
    }
    if (isSet(command, 'json')) return print(safeJson(rows));
    const cells = rows.map(({ run, experiment, model, answers, missing }) => [
      run,
      experiment,
      escapeControls(model),
      String(answers),
      String(missing),
    ]);
    printScreen(
      table(['run', 'experiment', 'model', 'answers', 'not recorded'], cells, [
        'left',
        'left',
        'left',
        'right',
        'right',
      ]),
    );
    printScreen(`\nto see the results: ${asTyped(location)('seb report')}`);
  });
}
