import type { Command } from 'commander';
import { batchProgressLines, jobOutJson } from '../../answers/batch/batch-lines.ts';
import { advanceBatches, type BatchProgress } from '../../answers/batch/run-batch.ts';
import { chosenRuns } from '../../answers/choose-runs.ts';
import { batchJobs, isOpenAtHost } from '../../answers/jobs/batch-job.ts';
import { prepareResume } from '../../answers/prepare/prepare.ts';
import { closeModels, type PreparedRun } from '../../answers/prepare/prepared-run.ts';
import { safeJson } from '../../report/render/safe-json.ts';
import type { RunRecord, Store } from '../../store/store.ts';
import { withExistingStore } from '../../store/use-store.ts';
import { print, printScreen, tell, typedCommand } from '../../util/terminal.ts';
import { oneLine } from '../../util/text.ts';
import { pause } from '../../util/waiting.ts';
import { cliOptions } from '../flags/cli-options.ts';
import { configOf } from '../flags/command-experiments.ts';
import { isSet } from '../flags/command-options.ts';
import { exitCodes } from '../process/exit-codes.ts';
import { interruptSignal } from '../process/interrupt.ts';

const firstWatchMs = 15_000;
const longestWatchMs = 600_000;

/** Fetches the answers of a run's batches, or of every run with open batches, and submits what follows from them. */
export async function collect(id: string | null, command: Command): Promise<void> {
  const options = cliOptions(command);
  await withExistingStore(options.store, async (store) => {
    const runs = id === null ? await runsWithBatches(store) : await chosenRuns(store, [id]);
    if (runs.length === 0) tell('no batch is open\n');
    const json = isSet(command, 'json');
    const found: BatchProgress[] = [];
    for (const record of runs) {
      const prepared = await prepareResume(record, { options, config: await configOf(command), store });
      try {
        const { end, progress } = await advanceRun(prepared, { store, command, isStart: false });
        found.push(progress);
        if (!json) printScreen(batchProgressLines(progress, typedCommand).join('\n'));
        if (end === 'stopped') break;
      } finally {
        await closeModels(prepared);
      }
    }
    if (json) print(safeJson({ runs: found.map(progressJson) }));
  });
}

async function runsWithBatches(store: Store): Promise<readonly RunRecord[]> {
  const ids = [...new Set((await batchJobs(store, null)).filter(isOpenAtHost).map(({ intended }) => intended.run))];
  return ids.length === 0 ? [] : await chosenRuns(store, ids);
}

/** A pass over the batches of a run; `isStart`: calls that failed are sent again, as an execution does that a user starts. */
interface BatchPass {
  readonly store: Store;
  readonly command: Command;
  readonly isStart: boolean;
}

/** Makes one pass over a run's batches and prints where they stand; with `--watch`, repeats it until none is open. */
export async function runBatch(prepared: PreparedRun, pass: BatchPass): Promise<void> {
  const { progress } = await advanceRun(prepared, pass);
  if (isSet(pass.command, 'json')) print(safeJson(progressJson(progress)));
  else printScreen(batchProgressLines(progress, typedCommand).join('\n'));
}

/** Makes one pass, or those of `--watch`, and returns where the batches stand. `stopped`: the user has pressed Ctrl-C. */
async function advanceRun(
  prepared: PreparedRun,
  { store, command, isStart }: BatchPass,
): Promise<{ readonly end: 'ended' | 'stopped'; readonly progress: BatchProgress }> {
  const continues = () => tell('\nbatches continue at the host; `seb collect` fetches their answers\n');
  const interrupt = interruptSignal(continues, continues);
  const { signal: stop } = interrupt;
  const note = (line: string) => tell(`${oneLine(line, 400)}\n`);
  const options = { store, stop, note, resubmit: isSet(command, 'resubmit') };
  try {
    let progress = await advanceBatches(prepared, { ...options, isStart });
    let wait = firstWatchMs;
    while (isSet(command, 'watch') && progress.open.length > 0 && !stop.aborted) {
      await pause(wait, stop);
      wait = Math.min(longestWatchMs, 1.5 * wait);
      if (!stop.aborted) progress = await advanceBatches(prepared, { ...options, isStart: false });
    }
    if (progress.open.length === 0 && progress.status !== 'finished') process.exitCode = exitCodes.incomplete;
    return { end: stop.aborted ? 'stopped' : 'ended', progress };
  } finally {
    if (stop.aborted) process.exitCode = exitCodes.interrupted;
    interrupt.dispose();
  }
}

/** Returns where the batches of a run stand, as JSON has it. */
function progressJson(progress: BatchProgress): object {
  const { run, status, open, answered, failed, left, elsewhere, taken } = progress;
  const jobs = open.map(({ intended, state, startedAt }) => ({
    number: intended.number,
    model: intended.name,
    calls: intended.calls.length,
    state,
    startedAt,
  }));
  return { run, status, answered, failed, left, taken, open: jobs, elsewhere: elsewhere.map(jobOutJson) };
}
