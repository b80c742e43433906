import type { TrainingJobKey } from '../store/event.ts';
import { AppError } from '../util/app-error.ts';
import { sha256 } from '../util/canonical-json.ts';
import type { HyperParameters } from './hosts/host-settings.ts';
import type { TrainingPort } from './hosts/port.ts';
import { type PortName, supportedParameters } from './hosts/registry.ts';
import { estimateTraining } from './jobs/estimate.ts';
import { followJob } from './jobs/follow.ts';
import { isTerminal, type Job, jobKey } from './jobs/job.ts';
import type { JobContext } from './jobs/job-context.ts';
import type { EventOf, JobFile, JobSpec, PortSettings, TrainingEstimate } from './jobs/job-event.ts';
import { intendJob, readJob } from './jobs/job-journal.ts';
import { ensureSubmitted, type JobFiles, refuseDollars } from './jobs/submit.ts';
import { formats, trainingText } from './rows/formats.ts';
import type { TrainingRow } from './rows/row.ts';
import type { RowsFolder } from './rows/rows-folder.ts';

/** A training job as the user requests it. */
export interface TrainingRequest {
  readonly rows: RowsFolder;
  /** Path of the rows, for the record. */
  readonly folder: string;
  readonly base: string;
  readonly settings: PortSettings;
  readonly hyperParameters: HyperParameters;
  readonly seed: number;
  /** US dollars per million trained tokens; null when unknown. */
  readonly price: number | null;
  readonly sebVersion: string;
  readonly gitCommit: string | null;
}

/** A job, ready to be submitted. */
export interface PlannedJob {
  readonly key: TrainingJobKey;
  readonly spec: JobSpec;
  readonly estimate: TrainingEstimate;
  readonly files: JobFiles;
  readonly request: TrainingRequest;
}

/** Plans a job: renders the files in the port's format and estimates tokens and cost. Sends nothing. */
export function planJob(request: TrainingRequest, port: TrainingPort): PlannedJob {
  const { rows, base, settings, seed, price } = request;
  refuseForeignParameters(settings.port, request.hyperParameters);
  const refusal = port.refuseBase?.(base) ?? null;
  if (refusal !== null) throw refusal;
  const hyperParameters = withDefaults(request.hyperParameters, port.defaults);
  const format = formats[port.format];
  const text = (set: readonly TrainingRow[]) => trainingText(format, set);
  const describe = (name: string, set: readonly TrainingRow[]): JobFile => ({
    name,
    sha256: sha256(text(set)),
    rows: set.length,
    characters: set.reduce((sum, { messages }) => messages.reduce((all, { content }) => all + content.length, sum), 0),
  });
  const spec: JobSpec = {
    settings,
    endpoint: port.endpoint,
    base,
    format: port.format,
    train: describe(format.files.train, rows.train),
    validation: rows.validation.length === 0 ? null : describe(format.files.validation, rows.validation),
    hyperParameters,
    seed,
  };
  return {
    key: jobKey(spec),
    spec,
    estimate: estimateTraining(rows.train, hyperParameters.epochs, { price, port }),
    files: {
      train: Buffer.from(text(rows.train)),
      validation: rows.validation.length === 0 ? null : Buffer.from(text(rows.validation)),
    },
    request,
  };
}

function withDefaults(given: HyperParameters, defaults: HyperParameters | null): HyperParameters {
  return {
    epochs: given.epochs ?? defaults?.epochs ?? null,
    batchSize: given.batchSize ?? defaults?.batchSize ?? null,
    learningRate: given.learningRate ?? defaults?.learningRate ?? null,
    learningRateMultiplier: given.learningRateMultiplier ?? defaults?.learningRateMultiplier ?? null,
    loraRank: given.loraRank ?? defaults?.loraRank ?? null,
  };
}

const flagOf: Readonly<Record<keyof HyperParameters, string>> = {
  learningRate: '--lr',
  learningRateMultiplier: '--lr-multiplier',
  loraRank: '--rank',
  batchSize: '--batch',
  epochs: '--epochs',
};

/**
 * Refuses hyperparameters that a port cannot send: silently dropping one would break the comparison of arms, which need
 * equal values.
 */
export function refuseForeignParameters(port: PortName, given: HyperParameters): void {
  const supported = supportedParameters(port);
  const names = Object.keys(flagOf) as readonly (keyof HyperParameters)[]; // as Object.keys types them
  const foreign = names.find((name) => given[name] !== null && !supported.includes(name));
  if (foreign === undefined) return;
  const hint =
    foreign === 'learningRate' && supported.includes('learningRateMultiplier')
      ? 'give a factor with --lr-multiplier'
      : foreign === 'learningRateMultiplier' && supported.includes('learningRate')
        ? 'give the rate with --lr'
        : 'remove it; the host chooses the value';
  throw new AppError('bad-hyperparameter', `the port ${port} does not support ${flagOf[foreign]}`, { hint });
}

export interface StartOptions {
  readonly budget: number | null;
  readonly resubmit: boolean;
  /** Maximum milliseconds to wait for the end of the job; 0 returns after submission. */
  readonly maxWaitMs: number;
}

/**
 * Starts or continues a job: a submitted job is followed, a successful one is returned, and no job is submitted twice.
 * Resolves to the job's latest state.
 */
export async function startJob(context: JobContext, planned: PlannedJob, options: StartOptions): Promise<Job> {
  const { port, store } = context;
  const { budget, resubmit, maxWaitMs } = options;
  if (budget !== null && port.estimate === null) refuseDollars(planned.estimate.maxDollars, budget);
  const known = await readJob(store, planned.key);
  if (known === null && resubmit) {
    throw new AppError(
      'job-unknown',
      `no such training job was started: --resubmit starts only a failed or canceled one again`,
      {
        hint: 'remove --resubmit to start this job, or give the rows and settings of the failed one: `seb train show JOB` prints them',
      },
    );
  }
  const job = known ?? (await intendJob(store, planned.key, await intendedEvent(context, planned)));
  const submitted =
    'id' in job.state && !isTerminal(job.state)
      ? job
      : job.state.kind === 'succeeded' && !resubmit
        ? job
        : await ensureSubmitted({ ...context, files: planned.files, budget, resubmit }, job);
  return await followJob(context, submitted, maxWaitMs);
}

async function intendedEvent({ port, note }: JobContext, planned: PlannedJob): Promise<EventOf<'intended'>> {
  const { rows, folder, price, sebVersion, gitCommit, base } = planned.request;
  const facts = port.baseFacts === null ? null : await port.baseFacts(base);
  const baseFacts = facts?.kind === 'ok' ? facts.value : { fingerprint: null, shutdownDate: null };
  if (baseFacts.shutdownDate !== null)
    note(`the host has announced that ${base} shuts down on ${baseFacts.shutdownDate}`);
  const { sources, arm } = rows.manifest;
  const system = sources.find((source) => source.system !== undefined)?.system;
  return {
    kind: 'intended',
    spec: planned.spec,
    rows: {
      ...{ folder, sha256: rows.sha256, arm, targets: sources.map(({ identity }) => identity) },
      ...(system === undefined ? {} : { system }),
    },
    estimate: planned.estimate,
    price,
    sebVersion,
    gitCommit,
    baseFacts,
  };
}
