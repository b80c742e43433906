import type { Command } from 'commander';
import { safeJson } from '../../report/render/safe-json.ts';
import type { TrainingJobKey } from '../../store/event.ts';
import type { Store } from '../../store/store.ts';
import { withExistingStore } from '../../store/use-store.ts';
import { systemClock } from '../../train/hosts/clock.ts';
import { commandProgress } from '../../train/hosts/command/command.ts';
import type { TrainingPort } from '../../train/hosts/port.ts';
import { openPort } from '../../train/hosts/registry.ts';
import { costText, estimateText, jobJson, jobLines, shortKey, stateText } from '../../train/job-lines.ts';
import { cancelJob } from '../../train/jobs/cancel.ts';
import { followJob, maxJobWaitMs } from '../../train/jobs/follow.ts';
import type { Job } from '../../train/jobs/job.ts';
import { type JobContext, Stopped } from '../../train/jobs/job-context.ts';
import { findJob, jobHistory, listJobs } from '../../train/jobs/job-journal.ts';
import { AppError } from '../../util/app-error.ts';
import { utcMinute } from '../../util/numbers.ts';
import { shellWord } from '../../util/shell-word.ts';
import { print, printScreen, tell, typedCommand } from '../../util/terminal.ts';
import { escapeControls, oneLine, table } from '../../util/text.ts';
import { isSet, textOption } from '../flags/command-options.ts';
import { exitCodes } from '../process/exit-codes.ts';
import { interruptSignal } from '../process/interrupt.ts';

export async function trainList(command: Command): Promise<void> {
  await withExistingStore(textOption(command, 'store'), async (store) => {
    const jobs = await listJobs(store);
    if (isSet(command, 'json')) return print(safeJson(jobs.map(jobJson)));
    if (jobs.length === 0) return printScreen('no training jobs yet; `seb train start` creates one');
    const cells = jobs.map((job) => {
      const { spec, rows, baseFacts } = job.intended;
      const shutdown = baseFacts.shutdownDate ?? '';
      return [
        shortKey(job),
        oneLine(stateText(job), 40),
        utcMinute(job.startedAt),
        spec.settings.port,
        escapeControls(spec.base),
        rows.arm,
        String(spec.train.rows),
        estimateText(job),
        costText(job),
        shutdown,
      ];
    });
    const header = ['job', 'state', 'started', 'port', 'base', 'arm', 'rows', 'estimate', 'cost', 'base shutdown'];
    printScreen(
      table(header, cells, ['left', 'left', 'left', 'left', 'left', 'left', 'right', 'right', 'right', 'left']),
    );
  });
}

export async function trainShow(start: string, command: Command): Promise<void> {
  await withExistingStore(textOption(command, 'store'), async (store) => {
    const job = await findJob(store, start);
    const history = await jobHistory(store, job.key);
    const progress =
      'id' in job.state && job.state.id !== null ? commandProgress(job.intended.spec.settings, job.state.id) : null;
    if (isSet(command, 'json')) {
      return print(safeJson({ ...jobJson(job), progress, intended: job.intended, history }));
    }
    printScreen(jobLines(job, history, progress).join('\n'));
  });
}

/** Queries the host for a job's state, once or until the job has ended. */
export async function trainCollect(start: string, command: Command): Promise<void> {
  await withJob(start, command, async (context, job) => {
    if (!('id' in job.state)) {
      throw new AppError('not-submitted', `training job ${shortKey(job)} is ${stateText(job)}`, {
        hint: 'repeat its `seb train start` command; it continues where it stopped',
      });
    }
    return await followJob(context, job, isSet(command, 'wait') ? maxJobWaitMs : 0);
  });
}

export async function trainCancel(start: string, command: Command): Promise<void> {
  await withJob(start, command, cancelJob);
}

async function withJob(
  start: string,
  command: Command,
  work: (context: JobContext, job: Job) => Promise<Job>,
): Promise<void> {
  await withExistingStore(textOption(command, 'store'), async (store) => {
    const job = await findJob(store, start);
    const fileChoice = { file: 'the store', baseUrl: true, apiKeyVariable: true };
    const { settings } = job.intended.spec;
    const port = await openPort(settings, { environment: process.env, clock: systemClock, fileChoice });
    try {
      await withContext({ store, port, key: job.key }, async (context) =>
        endWith(command, port, await work(context, job)),
      );
    } finally {
      await port.close();
    }
  });
}

/** Runs an action on a job with Ctrl-C handled: the job continues at the host, and the commands for it are printed. */
export async function withContext(
  { store, port, key }: { readonly store: Store; readonly port: TrainingPort; readonly key: TrainingJobKey },
  work: (context: JobContext) => Promise<void>,
): Promise<void> {
  const name = key.slice(0, 12);
  const keepsRunning = () =>
    tell(
      `\nthe job keeps running at its host; to collect its result: \`seb train collect ${name}\`; to cancel it: \`seb train cancel ${name}\`\n`,
    );
  const interrupt = interruptSignal(keepsRunning, keepsRunning);
  const note = (line: string) => tell(`${oneLine(line, 400)}\n`);
  try {
    await work({ store, port, clock: systemClock, stop: interrupt.signal, note });
  } catch (error) {
    if (!(error instanceof Stopped)) throw error;
  } finally {
    if (interrupt.signal.aborted) process.exitCode = exitCodes.interrupted;
    interrupt.dispose();
  }
}

/** Prints the result of a job, and sets the exit code. */
export function endWith(command: Command, port: TrainingPort, job: Job): void {
  const { state } = job;
  if (state.kind === 'failed' || state.kind === 'cancelled') process.exitCode = exitCodes.incomplete;
  if (isSet(command, 'json')) print(safeJson(jobJson(job)));
  else printEnd(port, job);
}

function printEnd(port: TrainingPort, job: Job): void {
  const { state } = job;
  printScreen(`job ${shortKey(job)}: ${stateText(job)}`);
  if (state.kind === 'succeeded') {
    printScreen(`trained model: ${escapeControls(state.model)}`);
    for (const line of port.servingSteps([state.hostModel ?? state.model])) printScreen(escapeControls(line));
    printScreen(`run it with: ${typedCommand(`seb run --model ${shellWord(state.model)}`)}`);
  } else if (state.kind !== 'failed' && state.kind !== 'cancelled') {
    printScreen(`collect its result later with: ${typedCommand(`seb train collect ${shortKey(job)}`)}`);
  }
}
