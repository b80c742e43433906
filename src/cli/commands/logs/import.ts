import type { Command } from 'commander';
import { nextSteps } from '../../../analyze/next-steps/next-steps.ts';
import { executeRun } from '../../../answers/execute-run.ts';
import type { PreparedRun } from '../../../answers/prepare/prepared-run.ts';
import type { Dataset } from '../../../domain/dataset.ts';
import { recordedPrefix } from '../../../domain/recorded.ts';
import { allExperiments } from '../../../experiments/registry.ts';
import { readSelfExecutionBenchmark } from '../../../papers/self-execution-benchmark/index.ts';
import { importedLogs } from '../../../recordings/import/import-logs.ts';
import { prepareRecording } from '../../../recordings/import/prepare-recording.ts';
import type { Recording } from '../../../recordings/import/recording.ts';
import { prepareSelfPredictionLog } from '../../../recordings/import/self-prediction-log.ts';
import { gradesNotes } from '../../../recordings/notes-of-logs.ts';
import { safeJson } from '../../../report/render/safe-json.ts';
import type { RunRecord } from '../../../store/store.ts';
import { withStore } from '../../../store/use-store.ts';
import { AppError } from '../../../util/app-error.ts';
import { counted, utcMinute } from '../../../util/numbers.ts';
import { print, printScreen, tell, typedCommand } from '../../../util/terminal.ts';
import { escapeControls, oneLine, table } from '../../../util/text.ts';
import { isSet, textOption } from '../../flags/command-options.ts';
import { refuseFlags } from '../../flags/log-flags.ts';
import { printNext } from '../../flags/next-command.ts';
import { logsAt } from './log-paths.ts';
import { ofReadScore, readScoredLogs, tellNotes } from './read-logs.ts';
import { areSelfPredictionLogs } from './self-prediction-logs.ts';

/** Imports logs of other tools, or the published recordings that the first argument names. */
export async function importPaths(paths: readonly string[], command: Command): Promise<void> {
  if (isSet(command, 'answers')) return await (await import('../requests.ts')).importAnswers(paths, command);
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
 * Imports logs of other tools as runs, one per model and score. All logs are read before anything is
 * stored. Sends no calls.
 */
async function importLogs(paths: readonly string[], command: Command): Promise<void> {
  const files = await logsAt(paths);
  if (await areSelfPredictionLogs(files)) {
    const runs = await Promise.all(files.map((file) => prepareSelfPredictionLog(file, allExperiments())));
    // the first note names the format
    tellNotes(runs.map(({ provenance }, index) => ({ file: files[index] ?? '', notes: provenance.notes.slice(1) })));
    return await importRuns(runs, command);
  }
  const read = await readScoredLogs(files, command);
  if (read === null) return;
  const logs = ofReadScore(read.logs, command);
  if (logs === null) return;
  tellNotes(logs);
  for (const note of gradesNotes(logs)) tell(`note: ${note}\n`);
  const imported = logs.flatMap(importedLogs);
  await importSets(
    imported.map(({ dataset, recording }) => ({ dataset, recordings: [recording] })),
    command,
  );
}

async function importSets(
  sets: readonly { readonly dataset: Dataset; readonly recordings: readonly Recording[] }[],
  command: Command,
): Promise<void> {
  const experiments = allExperiments();
  const runs = sets
    .filter(({ dataset }) => experiments.has(dataset.experiment))
    .flatMap(({ dataset, recordings }) =>
      recordings.map((recording) => prepareRecording(recording, dataset, experiments)),
    );
  await importRuns(runs, command);
}

/** An imported run as it is printed. `earlier`: runs of the same model and data set with other contents. */
interface ImportedRow {
  readonly run: string;
  readonly experiment: string;
  readonly model: string;
  readonly answers: number;
  readonly missing: number;
  readonly earlier: readonly string[];
}

/** Returns whether a stored run has the model, the task and the name of the data of an import, which may be its correction. */
function isOfSameData({ config: stored }: Pick<RunRecord, 'config'>, { config }: Pick<PreparedRun, 'config'>): boolean {
  const of = ({ models, experiments }: RunRecord['config']) =>
    JSON.stringify([
      models.map(({ name }) => name),
      experiments.map(({ name, dataset, conditions }) => [name, dataset.name, conditions]),
    ]);
  return of(stored) === of(config);
}

/** Stores runs whose models repeat recorded answers, and prints them as a table or as JSON. */
async function importRuns(recorded: readonly PreparedRun[], command: Command): Promise<void> {
  const location = textOption(command, 'store');
  await withStore(location, async (store) => {
    const before = await store.runs();
    const own = new Set(recorded.map(({ id }) => id));
    const rows: ImportedRow[] = [];
    for (const prepared of recorded) {
      const earlier = before.filter((run) => !own.has(run.id) && isOfSameData(run, prepared));
      const { run, progress } = await executeRun(prepared, { store });
      const [experiment] = prepared.config.experiments;
      const [model] = prepared.config.models;
      rows.push({
        run,
        experiment: experiment?.name ?? '',
        model: model?.name.replace(recordedPrefix, '') ?? '',
        answers: progress.answered + progress.found,
        missing: progress.failed,
        earlier: earlier.map(({ id }) => id),
      });
      for (const { id, createdAt } of earlier)
        tell(
          `run ${id} (imported ${utcMinute(createdAt)}) has the same model and data set as run ${run}, and every report has both; if run ${run} corrects it: ${typedCommand(`seb rm ${id}`)}\n`,
        );
    }
    if (isSet(command, 'json')) return print(safeJson(rows));
    const isStored = rows.every(({ run }) => before.some(({ id }) => id === run));
    const answers = rows.reduce((total, each) => total + each.answers, 0);
    printScreen(
      `${counted(rows.length, 'run')} with ${answers.toLocaleString('en')} recorded answers ${isStored ? 'had been stored before; nothing changed' : 'stored; nothing was sent'}.\n`,
    );
    const cells = rows.map(({ run, experiment, model, answers, missing }) => [
      run,
      experiment,
      escapeControls(model),
      String(answers),
      String(missing),
    ]);
    printScreen(
      table(['run', 'experiment', 'model', 'answers', 'missing in the log'], cells, [
        'left',
        'left',
        'left',
        'right',
        'right',
      ]),
    );
    printNext(nextSteps({ kind: 'stored-logs' }), command);
  });
}
