import { gitCommit, sebVersion } from '../../answers/prepare/provenance.ts';
import { storedWorks } from '../../answers/stored-run.ts';
import { experimentRegistry } from '../../experiments/registry.ts';
import type { RunRecord, Store } from '../../store/store.ts';
import type { Clock } from '../../train/hosts/clock.ts';
import type { TrainingPort } from '../../train/hosts/port.ts';
import { baseNameFor } from '../../train/hosts/registry.ts';
import { maxJobWaitMs } from '../../train/jobs/follow.ts';
import { isTerminal, type Job } from '../../train/jobs/job.ts';
import type { JobContext } from '../../train/jobs/job-context.ts';
import { readJob } from '../../train/jobs/job-journal.ts';
import { makeRows, rowDefaults } from '../../train/rows/make-rows.ts';
import { readRows, writeRows } from '../../train/rows/rows-folder.ts';
import { type RunExamples, runExamples } from '../../train/rows/run-examples.ts';
import { type PlannedJob, planJob, startJob } from '../../train/training.ts';
import { AppError } from '../../util/app-error.ts';
import type { TrainedArm } from '../design/arms.ts';
import type { StudyDesign } from '../design/design.ts';
import { experimentOf } from '../design/study-experiment.ts';
import { hyperParametersOf, settingsOf } from '../design/training-settings.ts';
import { wordingsOf } from './plan-study.ts';
import type { Spending } from './spending.ts';
import { armFolder } from './trained-on-run.ts';

interface TrainingContext {
  readonly store: Store;
  readonly port: TrainingPort;
  readonly clock: Clock;
  readonly stop: AbortSignal;
  readonly note: (line: string) => void;
  /** Folder for the rows of all arms. */
  readonly folder: string;
  readonly spending: Spending;
  /** Whether to wait for the end of each job. */
  readonly wait: boolean;
  /** Whether jobs that failed or were canceled are started again. */
  readonly resubmit: boolean;
  readonly testStrings: readonly string[];
}

/** The executions of the training items by the targets, and by their shifted selves. */
interface LabelRuns {
  readonly run: RunRecord;
  readonly ofShifted: RunRecord;
}

/** Creates the rows of the arms from the targets' executions of the training items. The files are deterministic. */
export async function writeArmRows(
  design: StudyDesign,
  { arms, ...runs }: LabelRuns & { readonly arms: readonly TrainedArm[] },
  { store, port, folder, testStrings }: Pick<TrainingContext, 'store' | 'port' | 'folder' | 'testStrings'>,
): Promise<ReadonlyMap<TrainedArm, string>> {
  const { seed = 1, cap = rowDefaults.cap } = design;
  const wordings = wordingsOf(design).train;
  const knownWordings = experimentOf(design).training.wordings.all;
  const examples = new Map<string, RunExamples>();
  const folders = new Map<TrainedArm, string>();
  for (const each of arms) {
    const { arm, target, shiftedOf } = each;
    const run = shiftedOf === undefined ? runs.run : runs.ofShifted;
    const own = armFolder(folder, run.id, { arm, made: [target, null, cap, wordings, seed] });
    folders.set(each, own);
    const made =
      examples.get(target) ??
      (await runExamples(store, await storedWorks(store, run, experimentRegistry()), {
        run: run.id,
        target: shiftedOf ?? target,
        wordings,
      }));
    examples.set(target, made);
    const options = { ...rowDefaults, arm, seed, cap, size: null, wordings, knownWordings, testStrings };
    const set = makeRows(made.examples, options);
    await writeRows(own, {
      arm,
      options,
      set,
      trainingFormat: port.format,
      sebVersion: sebVersion(),
      gitCommit: gitCommit(),
    });
  }
  return folders;
}

/** The job of an arm in its latest state. */
export interface ArmJob {
  readonly arm: TrainedArm;
  readonly job: Job;
}

/**
 * Starts or continues the job of every arm; no job is started twice. A port that trains on this machine gets one job at
 * a time.
 */
export async function trainArms(
  design: StudyDesign,
  folders: ReadonlyMap<TrainedArm, string>,
  context: TrainingContext,
): Promise<readonly ArmJob[]> {
  const jobs: ArmJob[] = [];
  for (const [arm, folder] of folders) {
    const planned = await planArm(design, { arm, folder }, context.port);
    const job = await advance(context, planned);
    context.spending.addJob(job, planned.estimate);
    jobs.push({ arm, job });
    refuseFailed(arm, job);
    if (context.stop.aborted || (context.port.runsOneJob === true && !isTerminal(job.state))) break;
  }
  return jobs;
}

async function planArm(
  design: StudyDesign,
  { arm, folder }: { readonly arm: TrainedArm; readonly folder: string },
  port: TrainingPort,
): Promise<PlannedJob> {
  const settings = settingsOf(design);
  const request = {
    rows: await readRows(folder),
    folder,
    base: baseNameFor(settings.port, arm.base),
    settings,
    hyperParameters: hyperParametersOf(design),
    seed: arm.training?.seed ?? design.seed ?? 1,
    price: design.port?.price ?? null,
    sebVersion: sebVersion(),
    gitCommit: gitCommit(),
  };
  return planJob(request, port);
}

async function advance(context: TrainingContext, planned: PlannedJob): Promise<Job> {
  const { store, port, clock, stop, note, spending, wait } = context;
  const known = await readJob(store, planned.key);
  const resubmit = context.resubmit && known !== null && known.state.kind !== 'succeeded';
  if (known !== null && isTerminal(known.state) && !resubmit) return known;
  const jobContext: JobContext = { store, port, clock, stop, note };
  const budget = await spending.left(store);
  return await startJob(jobContext, planned, { budget, resubmit, maxWaitMs: wait ? maxJobWaitMs : 0 });
}

function refuseFailed({ name }: TrainedArm, { key, state }: Job): void {
  if (state.kind !== 'failed' && state.kind !== 'cancelled') return;
  throw new AppError(
    'training-failed',
    `the training of "${name}" has ${state.kind === 'failed' ? 'failed' : 'been canceled'}: ${state.reason}`,
    {
      hint: `\`seb train show ${key.slice(0, 12)}\` prints its history; the same command with --resubmit trains it again, which may be charged again`,
    },
  );
}
