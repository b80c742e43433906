import { closeSync, existsSync, mkdirSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { maxCost } from '../../domain/price.ts';
import type { RunId } from '../../domain/run-config.ts';
import { requestLine } from '../../models/batch/openai-lines.ts';
import type { OpenModel } from '../../models/open-model.ts';
import { compactKey } from '../../store/answers/compact-key.ts';
import { untilCurrent } from '../../store/current-lease.ts';
import type { RunStatus, Store } from '../../store/store.ts';
import { AppError } from '../../util/app-error.ts';
import {
  type BatchJob,
  batchJobs,
  intendBatch,
  isOpen,
  isOpenAtHost,
  isRequestFile,
  recordBatch,
} from '../jobs/batch-job.ts';
import { callsOutIn, isOut, type JobOut } from '../jobs/calls-out.ts';
import { taskParts } from '../plan/task-parts.ts';
import type { PreparedRun } from '../prepare/prepared-run.ts';
import { modelOf, throwIfEnded } from './batch-context.ts';
import { filesByCall } from './files-by-call.ts';
import { FreeCalls } from './free-calls.ts';
import { endPass, type LeasedRun, newWalk, withLeasedRun } from './leased-run.ts';
import { lineIdText } from './line-ids.ts';
import { type PlacedCall, placedCalls } from './open-calls.ts';
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
  /** Files with calls of the run that have neither an answer nor an error, and jobs of other runs that have calls of it. */
  readonly out: readonly JobOut[];
  /** Calls that can be written now, or as soon as another process has sent them: calls that failed, too. */
  readonly ready: number;
  readonly answered: number;
  readonly failed: number;
}

/**
 * Writes the calls of a run that can be planned now and that no process, batch or request file of the store has, as lines of
 * OpenAI's batch format with the call's key in `custom_id`: one series of files for each model, each in the planned order. Calls
 * that failed are written again, last. Sends nothing. AppError for calls that the format cannot hold, and before a file would be replaced.
 */
export async function writeRequests(prepared: PreparedRun, options: RequestOptions): Promise<RequestProgress> {
  refuseWithoutRequests(prepared);
  return await withLeasedRun(prepared, options, async (leased) => {
    const { store } = leased;
    const jobs = await batchJobs(store, prepared.id);
    if (jobs.some(isOpenAtHost)) throw openAtHost(prepared.id);
    for (const job of jobs) {
      if (!isRequestFile(job) || job.state.kind !== 'intended') continue;
      // The process that wrote the file was killed: before the file got its name, or after.
      await recordBatch(
        store,
        job,
        isOut(job) ? { kind: 'written' } : { kind: 'refused', reason: 'the file was not finished' },
      );
    }
    const { out } = await settleFiles(leased);
    const walk = newWalk();
    const free = new FreeCalls(leased);
    const files = await filesByCall(store);
    const written = await withWriters(leased, { ...options, jobs: jobs.length }, async (writers) => {
      const again = againPart(prepared.id);
      const calls = placedCalls(taskParts(leased.prepared), { store, walk, again });
      for await (const call of free.of(calls)) {
        throwIfEnded(leased, continues);
        const id = compactKey(call.key);
        await writers.add({ ...call, id, round: (files.get(id)?.length ?? 0) + 1 });
      }
    });
    const now = written.map((job) => ({ job, calls: job.intended.calls.length }));
    const all = [...out, ...now, ...free.jobs(prepared.id)];
    const status = await endPass(leased, { walk, failed: 0, isEnded: all.length + free.taken === 0 });
    return {
      ...{ run: prepared.id, status, written, out: all, ready: free.taken },
      ...{ answered: walk.answered, failed: 0 },
    };
  });
}

/** Refuses a run with calls that a request file cannot hold. */
export function refuseWithoutRequests({ config, models, settings }: PreparedRun): void {
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
      hint: 'name the model of your engine openai-compatible/NAME, or vllm/NAME without a colon; it need not be running',
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

/**
 * Returns the open request files of a run with the calls that are out: no answer, and no error since the file was written. A
 * file without such a call is stored as collected.
 */
export async function settleFiles({ store, prepared }: Pick<LeasedRun, 'store' | 'prepared'>): Promise<{
  readonly out: readonly JobOut[];
  readonly ids: ReadonlySet<string>;
}> {
  const out: JobOut[] = [];
  const ids = new Set<string>();
  for (const job of await batchJobs(store, prepared.id)) {
    if (!isRequestFile(job) || !isOut(job)) continue;
    const found = await callsOutIn(store, job);
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

/** Takes the request files of a run back: their calls may be sent or written again; late answers still count. */
export async function withdrawRequests(store: Store, run: RunId): Promise<number> {
  const open = (await batchJobs(store, run)).filter((job) => isRequestFile(job) && isOpen(job));
  for (const job of open) await recordBatch(store, job, { kind: 'refused', reason: 'withdrawn by the user' });
  return open.length;
}

/** A call with its id, and in how many request files it is with this one. */
interface WrittenCall extends Pick<PlacedCall, 'request' | 'target' | 'asked'> {
  readonly id: string;
  readonly round: number;
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

/** Writes request files and returns them. Where that fails, files that have no name yet are removed. */
async function withWriters(
  leased: LeasedRun,
  options: RequestOptions & { readonly jobs: number },
  write: (writers: RequestWriters) => Promise<void>,
): Promise<readonly BatchJob[]> {
  const writers = new RequestWriters(leased, options);
  try {
    await write(writers);
    return await writers.end();
  } catch (error) {
    writers.abandon();
    throw error;
  }
}

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

  async add({ id, round, request, target, asked }: WrittenCall): Promise<void> {
    const { identity } = target;
    const opened = modelOf(this.#leased, identity);
    const { model, price } = opened;
    const file = this.#open.get(identity) ?? this.#begin(identity, opened);
    file.lines.push(
      await requestLine(model, { id: lineIdText({ call: id, round }), request }, model.batch?.requestPath),
    );
    file.ids.push(id);
    file.dollars += maxCost(asked, price) * (model.batch?.priceFactor ?? 1);
    if (file.lines.length >= linesAtOnce) writeLines(file);
    if (file.ids.length >= this.#options.maxLines) await this.#finish(identity, file);
  }

  async end(): Promise<readonly BatchJob[]> {
    for (const [identity, file] of [...this.#open]) await this.#finish(identity, file);
    return this.#written;
  }

  /** Removes the files that have no name yet. */
  abandon(): void {
    for (const { descriptor, path } of this.#open.values()) {
      closeSync(descriptor);
      rmSync(`${path}.partial`, { force: true });
    }
    this.#open.clear();
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
    writeLines(file);
    this.#open.delete(identity);
    closeSync(file.descriptor);
    const { store, prepared } = this.#leased;
    const { model } = modelOf(this.#leased, identity);
    const { number, path, ids: calls, dollars } = file;
    const job = await intendBatch(store, {
      ...{ kind: 'intended', run: prepared.id, model: identity, name: model.name, endpoint: model.endpoint },
      ...{ number, calls, dollars, path },
    });
    await untilCurrent(this.#leased.lease, this.#leased.stop); // a second process may have written these calls meanwhile
    throwIfEnded(this.#leased, continues);
    renameSync(`${path}.partial`, path);
    this.#written.push(await recordBatch(store, job, { kind: 'written' }));
  }
}

function writeLines(file: OpenFile): void {
  writeSync(file.descriptor, file.lines.join(''));
  file.lines = [];
}
