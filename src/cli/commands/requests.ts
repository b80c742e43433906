import type { Command } from 'commander';
import { AnswerLines } from '../../answers/batch/answer-lines.ts';
import { jobOutJson, jobOutLine, requestFileLine } from '../../answers/batch/batch-lines.ts';
import { filesByCall } from '../../answers/batch/files-by-call.ts';
import { defaultMaxLines, type RequestProgress, writeRequests } from '../../answers/batch/request-files.ts';
import { type Taken, takeAnswers } from '../../answers/batch/take-answers.ts';
import { chosenRuns } from '../../answers/choose-runs.ts';
import { isRequestFile } from '../../answers/jobs/batch-job.ts';
import { prepareResume } from '../../answers/prepare/prepare.ts';
import { closeModels, type PreparedRun } from '../../answers/prepare/prepared-run.ts';
import type { RunId } from '../../domain/run-config.ts';
import { safeJson } from '../../report/render/safe-json.ts';
import type { Store } from '../../store/store.ts';
import { withExistingStore } from '../../store/use-store.ts';
import { AppError } from '../../util/app-error.ts';
import { counted } from '../../util/numbers.ts';
import { print, printScreen, tell, typedCommand } from '../../util/terminal.ts';
import { oneLine } from '../../util/text.ts';
import { withdrawIfAsked } from '../execution/withdraw-requests.ts';
import { configOf } from '../flags/command-experiments.ts';
import { isSet, positiveOption, textOption } from '../flags/command-options.ts';
import { exitCodes } from '../process/exit-codes.ts';
import { interruptSignal } from '../process/interrupt.ts';

/** Writes the calls of a run that can be planned now into files, and prints them and what to do next. */
export async function writeRunRequests(
  prepared: PreparedRun,
  { store, command }: { readonly store: Store; readonly command: Command },
): Promise<void> {
  await withdrawIfAsked(prepared.id, { store, command });
  const folder = textOption(command, 'writeRequests') ?? '.';
  const maxLines = positiveOption(command, 'requestsPerFile', 'whole') ?? defaultMaxLines;
  const progress = await stoppable((stop) => writeRequests(prepared, { store, stop, folder, maxLines }));
  if (isSet(command, 'json')) print(safeJson(progressJson(progress)));
  else printScreen([...progress.written.map((job) => requestFileLine(job, null)), ...nextLines(progress)].join('\n'));
  setExitCode(progress);
}

/** Stores the answers in result files of any engine, in the runs whose request files have their calls. */
export async function importAnswers(paths: readonly string[], command: Command): Promise<void> {
  await withExistingStore(textOption(command, 'store'), async (store) => {
    const lines = new AnswerLines(paths);
    try {
      const files = await filesByCall(store);
      const runs = new Set<RunId>();
      let [foreign, repeated] = [0, 0];
      for (const [id, { length }] of lines.ids) {
        const jobs = files.get(id);
        if (jobs === undefined) foreign += length;
        else repeated += length - 1;
        for (const { intended } of jobs ?? []) runs.add(intended.run as RunId); // written by intendBatch
      }
      if (runs.size === 0) throw noneKnown(lines, files.size);
      const taken: Taken[] = [];
      for (const record of await chosenRuns(store, [...runs])) {
        const config = await configOf(command);
        const prepared = await prepareResume(record, { options: {}, config, store, purpose: 'write' });
        try {
          taken.push(await stoppable((stop) => takeAnswers(prepared, { store, stop, lines, files })));
        } finally {
          await closeModels(prepared);
        }
      }
      printTaken(taken, { lines, foreign, repeated, json: isSet(command, 'json') });
      for (const each of taken) setExitCode(each);
    } finally {
      lines.close();
    }
  });
}

function noneKnown({ lines, damaged, unnamed, empty }: AnswerLines, written: number): AppError {
  const read = lines === 0 ? 'the files have no JSON lines' : `none of ${counted(lines, 'line')} answers a request`;
  const why = [
    ...(damaged === 0 ? [] : [`${counted(damaged, 'line')} cannot be read`]),
    ...(unnamed === 0 ? [] : [`${counted(unnamed, 'line')} without a custom_id`]),
    ...(empty === 0 ? [] : [`${counted(empty, 'line')} without a response`]),
  ];
  const reasons = why.length === 0 ? '' : ` (${why.join('; ')})`;
  return new AppError('import-empty', `${read} of this store${reasons}`, {
    hint:
      written === 0
        ? 'no run of this store has request files: give the --store that `seb run --write-requests` had'
        : 'give the results of files that `seb run --write-requests` wrote; `seb list` shows which are out',
  });
}

async function stoppable<Result>(work: (stop: AbortSignal) => Promise<Result>): Promise<Result> {
  const interrupt = interruptSignal(
    () => tell('\nstopping\n'),
    () => {},
  );
  try {
    return await work(interrupt.signal);
  } finally {
    interrupt.dispose();
  }
}

/** Sets the exit code of a run that ended without every answer. */
function setExitCode({ status }: RequestProgress): void {
  if (status === 'incomplete') process.exitCode = exitCodes.incomplete;
}

const maxErrors = 3;
const errorColumns = 200;

/** Result lines. `foreign`: number of lines of calls that no request file has; `repeated`: of calls that an earlier line has. */
interface TakenLines {
  readonly lines: AnswerLines;
  readonly foreign: number;
  readonly repeated: number;
  readonly json: boolean;
}

function printTaken(taken: readonly Taken[], { lines, foreign, repeated, json }: TakenLines): void {
  const { damaged, unnamed, empty } = lines;
  if (json) {
    print(
      safeJson({
        ...{ lines: lines.lines, damaged, unnamed, empty, repeated, foreign },
        runs: taken.map((each) => ({
          ...{ stored: each.stored, known: each.known, errors: Object.fromEntries(each.errors), earlier: each.earlier },
          ...progressJson(each),
        })),
      }),
    );
    return;
  }
  for (const { run, stored, known, errors, earlier } of taken) {
    const failed = [...errors.values()].reduce((sum, count) => sum + count, 0);
    const parts = [
      `${counted(stored, 'new answer')} stored`,
      ...(known === 0 ? [] : [`${counted(known, 'call')} had one already`]),
      ...(failed === 0 ? [] : [`${counted(failed, 'call')} failed`]),
      ...(earlier === 0 ? [] : [`${counted(earlier, 'error')} of an earlier file left out`]),
    ];
    printScreen(`run ${run}: ${parts.join(', ')}`);
    const common = [...errors].toSorted(([, one], [, other]) => other - one);
    for (const [error, count] of common.slice(0, maxErrors))
      printScreen(`    ${count} x ${oneLine(error, errorColumns)}`);
    const others = common.slice(maxErrors).reduce((sum, [, count]) => sum + count, 0);
    if (others > 0) printScreen(`    ${counted(others, 'call')} with other errors (--json has all)`);
  }
  if (repeated > 0) printScreen(`${counted(repeated, 'line')} of calls that have several: the first answer counts`);
  if (foreign > 0) printScreen(`${counted(foreign, 'line')} of calls that no request file of this store has: left out`);
  if (unnamed > 0) printScreen(`${counted(unnamed, 'line')} without a custom_id: left out`);
  if (empty > 0) printScreen(`${counted(empty, 'line')} with neither a response nor an error: left out`);
  if (damaged > 0) printScreen(`${counted(damaged, 'line')} cannot be read: a file may be cut`);
  for (const each of taken) for (const line of nextLines(each)) printScreen(line);
}

/** Returns what is out, and the command that continues. */
function nextLines({ run, status, written, out, ready, answered, failed }: RequestProgress): readonly string[] {
  const before = out.filter(({ job }) => !written.includes(job));
  const still = before.map((each) => jobOutLine(each));
  const ofAll = `run ${run}: ${counted(answered, 'call has', 'calls have')} an answer`;
  const missing = failed === 0 ? '' : `, ${counted(failed, 'call')} failed`;
  if (status === 'incomplete')
    return [
      `run ${run} is ${status}: ${counted(answered, 'call has', 'calls have')} an answer${missing}; to write these again:`,
      `    ${typedCommand(`seb resume ${run} --write-requests FOLDER`)}`,
    ];
  if (ready > 0)
    return [
      ...still,
      `${ofAll}${missing}; ${counted(ready, 'call')} can be written now${failed === 0 ? '' : ', with those that failed'}:`,
      `    ${typedCommand(`seb resume ${run} --write-requests FOLDER`)}`,
    ];
  if (out.length > 0)
    return [
      ...still,
      `${ofAll}${missing}; to take the answers ${out.every(({ job }) => isRequestFile(job)) ? 'of the files' : 'that are out'}:`,
      ...takingCommands(out).map((each) => `    ${typedCommand(each)}`),
      ...(out.every(({ job }) => job.intended.run === run)
        ? []
        : [`then, to continue this run: ${typedCommand(`seb resume ${run} --write-requests FOLDER`)}`]),
    ];
  return [
    `run ${run} is ${status}: ${counted(answered, 'call has', 'calls have')} an answer; to see its scores: ${typedCommand(`seb report ${run}`)}`,
  ];
}

/** Returns the commands that bring the answers of calls that are out. */
function takingCommands(out: RequestProgress['out']): readonly string[] {
  const taking = ({ job }: RequestProgress['out'][number]) =>
    isRequestFile(job) ? 'seb import --answers RESULTS.jsonl' : `seb collect ${job.intended.run}`;
  return [...new Set(out.map(taking))];
}

function progressJson({ run, status, written, out, ready, answered, failed }: RequestProgress): object {
  return {
    ...{ run, status, answered, failed, ready },
    written: written.map(({ intended }) => ({
      path: intended.path,
      model: intended.name,
      calls: intended.calls.length,
    })),
    out: out.map(jobOutJson),
  };
}
