import { closeSync, existsSync, mkdirSync, openSync, renameSync, writeSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { maxCost } from '../../domain/price.ts';
import type { RunId } from '../../domain/run-config.ts';
import { requestLine } from '../../models/batch/openai-lines.ts';
import type { OpenModel } from '../../models/open-model.ts';
import { compactKey, decompactKey } from '../../store/answers/compact-key.ts';
import type { RunStatus, Store } from '../../store/store.ts';
import { AppError } from '../../util/app-error.ts';
import { taskParts } from '../plan/task-parts.ts';
import type { PreparedRun } from '../prepare/prepared-run.ts';
import { modelOf, throwIfEnded } from './batch-context.ts';
import { type BatchJob, batchJobs, intendBatch, isOpen, isRequestFile, recordBatch } from './batch-job.ts';
import { endPass, isExhausted, type LeasedRun, newWalk, triesOf, withLeasedRun } from './leased-run.ts';
import { type PlacedCall, unorderedCalls } from './open-calls.ts';
import { againPart } from './store-attempt.ts';

/** Default maximum of lines in a request file, which OpenAI's batches have, too. */
export const defaultMaxLines = 50_000;

interface RequestOptions {
  readonly store: Store;
  readonly stop: AbortSignal;
  /** Folder of the files; created if missing. */
  readonly folder: string;
  readonly maxLines: number;
}

/** Where a run stands whose calls are in request files. */
export interface RequestProgress {
  readonly run: RunId;
  readonly status: RunStatus;
  /** Files that were written now. */
  readonly written: readonly BatchJob[];
  /** Files with calls that have neither an answer nor an error, and the number of these calls. */
  readonly out: readonly FileOut[];
  /** Calls that can be written now. */
  readonly ready: number;
  readonly answered: number;
  readonly failed: number;
}

interface FileOut {
  readonly job: BatchJob;
  readonly calls: number;
}

/**
 * Writes the calls of a run that can be planned now and are in no open request file, as lines of OpenAI's batch format with
 * the call's key as `custom_id`: one series of files for each model. Sends nothing. AppError for calls that the format cannot
 * hold, and before a file would be replaced.
 */
export async function writeRequests(prepared: PreparedRun, options: RequestOptions): Promise<RequestProgress> {
  refuseWithoutRequests(prepared);
  return await withLeasedRun(prepared, options, async (leased) => {
    const { store } = leased;
    const jobs = await batchJobs(store, prepared.id);
    if (jobs.some((job) => isOpen(job) && !isRequestFile(job))) throw openAtHost(prepared.id);
    for (const job of jobs) {
      if (isRequestFile(job) && job.state.kind === 'intended')
        await recordBatch(store, job, { kind: 'refused', reason: 'the file was not finished' });
    }
    const { out, ids } = await settleFiles(leased);
    const writers = new RequestWriters(leased, { ...options, jobs: jobs.length });
    const tries = triesOf(await batchJobs(store, prepared.id));
    const walk = newWalk();
    let exhausted = 0;
    const again = againPart(prepared.id);
    for await (const call of unorderedCalls(taskParts(leased.prepared), { store, walk, again })) {
      throwIfEnded(leased, continues);
      const id = compactKey(call.key);
      if (ids.has(id)) continue;
      if (isExhausted(tries, id)) exhausted += 1;
      else await writers.add({ ...call, id });
    }
    const written = await writers.end();
    const failed = walk.failed + exhausted;
    const status = await endPass(leased, { walk, failed, isEnded: out.length + written.length === 0 });
    const now = written.map((job) => ({ job, calls: job.intended.calls.length }));
    return {
      ...{ run: prepared.id, status, written, out: [...out, ...now], ready: 0 },
      ...{ answered: walk.answered, failed },
    };
  });
}

function refuseWithoutRequests({ config, models, settings }: PreparedRun): void {
  if (config.selfRun !== undefined)
    throw new AppError('no-batch', 'predictions with the tool run_myself are conversations, which no file can hold', {
      hint: 'run without --write-requests, or without --tools',
    });
  if (settings.budget !== null)
    throw new AppError('bad-options', 'a budget cannot be kept by files that another program answers', {
      hint: 'leave out --budget; --dry-run prints the cost',
    });
  for (const { model } of models.values()) {
    if (model.batch?.requestPath !== undefined) continue;
    throw new AppError('no-batch', `calls of ${model.name} cannot be written in the format of OpenAI's batches`, {
      hint: 'name the model of your engine openai-compatible/NAME or vllm/NAME; it need not be running',
    });
  }
}

function openAtHost(run: RunId): AppError {
  return new AppError('batch-open', `run ${run} has batches at a host, which may answer its calls`, {
    hint: `\`seb collect ${run}\` fetches the results`,
  });
}

/** What a user does after a stop. */
export const continues = 'what was stored stays; repeat the command to continue';

/** Calls that are looked up at once. */
const idsAtOnce = 1000;

/**
 * Returns the open request files of a run with the calls that are out: no answer, and no error since the file was written. A
 * file without such a call is stored as collected.
 */
export async function settleFiles({ store, prepared }: Pick<LeasedRun, 'store' | 'prepared'>): Promise<{
  readonly out: readonly FileOut[];
  readonly ids: ReadonlySet<string>;
}> {
  const out: FileOut[] = [];
  const ids = new Set<string>();
  for (const job of await batchJobs(store, prepared.id)) {
    if (!isRequestFile(job) || job.state.kind !== 'written') continue;
    const found = await callsOut(store, job);
    for (const id of found.ids) ids.add(id);
    if (found.ids.length > 0) out.push({ job, calls: found.ids.length });
    else {
      const { failed } = found;
      const stored = job.intended.calls.length - failed;
      await recordBatch(store, job, { kind: 'collected', word: 'answered', stored, doubled: 0, failed, missing: 0 });
    }
  }
  return { out, ids };
}

/** Returns the calls of a request file that have neither an answer nor an error since it was written. */
export async function callsOut(
  store: Pick<Store, 'existing' | 'failures'>,
  { intended, startedAt }: BatchJob,
): Promise<{ readonly ids: readonly string[]; readonly failed: number }> {
  const ids: string[] = [];
  let failed = 0;
  for (let at = 0; at < intended.calls.length; at += idsAtOnce) {
    const group = intended.calls.slice(at, at + idsAtOnce).map((id) => ({ id, key: decompactKey(id) }));
    const existing = await store.existing(group.map(({ key }) => key));
    const open = group.filter(({ key }) => !existing.has(key));
    const failures = await store.failures(open.map(({ key }) => key));
    for (const { id, key } of open) {
      const failure = failures.get(key);
      if (failure === undefined || failure.failedAt < startedAt) ids.push(id);
      else failed += 1;
    }
  }
  return { ids, failed };
}

/** Takes the request files of a run back: their calls may be sent or written again; late answers still count. */
export async function withdrawRequests(store: Store, run: RunId): Promise<number> {
  const open = (await batchJobs(store, run)).filter((job) => isRequestFile(job) && isOpen(job));
  for (const job of open) await recordBatch(store, job, { kind: 'refused', reason: 'withdrawn by the user' });
  return open.length;
}

/** A call with the id of its line. */
interface WrittenCall extends Pick<PlacedCall, 'request' | 'target' | 'asked'> {
  readonly id: string;
}

/** A file that is being written under another name. */
interface OpenFile {
  readonly number: number;
  readonly descriptor: number;
  readonly path: string;
  readonly ids: string[];
  lines: string[];
  dollars: number;
}

/** Lines that are written at once. */
const linesAtOnce = 256;

/** Writes request files, one open file for each model. Each is in the store before it gets its name. */
class RequestWriters {
  readonly #leased: LeasedRun;
  readonly #options: Pick<RequestOptions, 'folder' | 'maxLines'>;
  readonly #open = new Map<string, OpenFile>();
  readonly #written: BatchJob[] = [];
  #jobs: number;

  constructor(leased: LeasedRun, { jobs, folder, maxLines }: RequestOptions & { readonly jobs: number }) {
    this.#leased = leased;
    this.#options = { folder: resolve(folder), maxLines };
    this.#jobs = jobs;
  }

  async add({ id, request, target, asked }: WrittenCall): Promise<void> {
    const { identity } = target;
    const opened = modelOf(this.#leased, identity);
    const { model, price } = opened;
    const file = this.#open.get(identity) ?? this.#begin(identity, opened);
    file.lines.push(await requestLine(model, { id, request }, model.batch?.requestPath));
    file.ids.push(id);
    file.dollars += maxCost(asked, price) * (model.batch?.priceFactor ?? 1);
    if (file.lines.length >= linesAtOnce) writeLines(file);
    if (file.ids.length >= this.#options.maxLines) await this.#finish(identity, file);
  }

  async end(): Promise<readonly BatchJob[]> {
    for (const [identity, file] of [...this.#open]) await this.#finish(identity, file);
    return this.#written;
  }

  #begin(identity: string, { model }: OpenModel): OpenFile {
    const { folder } = this.#options;
    mkdirSync(folder, { recursive: true });
    this.#jobs += 1;
    const number = String(this.#jobs).padStart(3, '0');
    const name = model.name.replace(/[^\w.-]+/g, '-').slice(0, 60);
    const path = join(folder, `${this.#leased.prepared.id}-${number}-${name}.jsonl`);
    if (existsSync(path))
      throw new AppError('requests-exist', `${path} exists, and a request file is never replaced`, {
        hint: 'give another folder, or remove the files of an earlier store',
      });
    const file = {
      number: this.#jobs,
      descriptor: openSync(`${path}.partial`, 'w'),
      path,
      ids: [],
      lines: [],
      dollars: 0,
    };
    this.#open.set(identity, file);
    return file;
  }

  async #finish(identity: string, file: OpenFile): Promise<void> {
    this.#open.delete(identity);
    writeLines(file);
    closeSync(file.descriptor);
    const { store, prepared } = this.#leased;
    const { model } = modelOf(this.#leased, identity);
    const { number, path, ids: calls, dollars } = file;
    const job = await intendBatch(store, {
      ...{ kind: 'intended', run: prepared.id, model: identity, name: model.name, endpoint: model.endpoint },
      ...{ number, calls, dollars, path },
    });
    renameSync(`${path}.partial`, path);
    this.#written.push(await recordBatch(store, job, { kind: 'written' }));
  }
}

function writeLines(file: OpenFile): void {
  writeSync(file.descriptor, file.lines.join(''));
  file.lines = [];
}
