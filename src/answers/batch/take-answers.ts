import { resultId, resultOf } from '../../models/batch/openai-lines.ts';
import { compactKey, decompactKey } from '../../store/answers/compact-key.ts';
import type { Store } from '../../store/store.ts';
import { type BatchJob, batchJobs } from '../jobs/batch-job.ts';
import { CallsOut, isOut, OutAmong } from '../jobs/calls-out.ts';
import { taskParts } from '../plan/task-parts.ts';
import type { PreparedRun } from '../prepare/prepared-run.ts';
import type { AnswerLines } from './answer-lines.ts';
import { modelOf, throwIfEnded } from './batch-context.ts';
import type { FilesByCall } from './files-by-call.ts';
import { endPass, isGivenUp, type LeasedRun, newWalk, triesOf, withLeasedRun } from './leased-run.ts';
import { lineIdOf } from './line-ids.ts';
import { type PlacedCall, unorderedCalls } from './open-calls.ts';
import { continues, type RequestProgress, settleFiles } from './request-files.ts';
import { againPart, bestAttempt, storeAttempt, storedAtOnce } from './store-attempt.ts';

/** What result lines brought to a run, in calls, and where the run stands. */
export interface Taken extends RequestProgress {
  readonly stored: number;
  /** Calls that already had an answer, which stays. */
  readonly known: number;
  /** Calls whose lines hold an error, by the error, with their number. */
  readonly errors: ReadonlyMap<string, number>;
  /** Calls whose lines hold an error of an earlier file than the one that they are in now: they stay out. */
  readonly earlier: number;
}

interface TakeOptions {
  readonly store: Store;
  readonly stop: AbortSignal;
  readonly lines: AnswerLines;
  /** Request files by the ids of their calls. */
  readonly files: FilesByCall;
}

/**
 * Stores the answers of result lines in a run. Of several lines of a call, the first with an answer counts; a call that has
 * one keeps it. Calls that only other lines make plannable are stored, too.
 */
export async function takeAnswers(prepared: PreparedRun, options: TakeOptions): Promise<Taken> {
  return await withLeasedRun(prepared, options, async (leased) => {
    const ids = new Set<string>();
    for (const id of options.lines.ids.keys())
      if (options.files.get(id)?.some(({ intended }) => intended.run === prepared.id)) ids.add(id);
    const known = await countAnswered(leased.store, ids);
    const taking = new Taking(leased, { ...options, ids });
    while ((await taking.pass()) > 0) throwIfEnded(leased, continues);
    return { ...(await standOf(leased)), stored: taking.stored, known, errors: taking.errors, earlier: taking.earlier };
  });
}

async function countAnswered(store: Store, ids: ReadonlySet<string>): Promise<number> {
  const all = [...ids];
  let found = 0;
  for (let at = 0; at < all.length; at += 1000)
    found += (await store.existing(all.slice(at, at + 1000).map(decompactKey))).size;
  return found;
}

/** Makes passes over the open calls of a run until result lines answer none of them. */
class Taking {
  stored = 0;
  earlier = 0;
  readonly errors = new Map<string, number>();
  readonly #leased: LeasedRun;
  readonly #options: TakeOptions & { readonly ids: ReadonlySet<string> };
  readonly #taken = new Set<string>();

  constructor(leased: LeasedRun, options: TakeOptions & { readonly ids: ReadonlySet<string> }) {
    this.#leased = leased;
    this.#options = options;
  }

  /** Returns the number of calls that a line answered, with an answer or an error. */
  async pass(): Promise<number> {
    const { store, prepared } = this.#leased;
    const again = againPart(prepared.id);
    let group: Promise<void>[] = [];
    let count = 0;
    try {
      for await (const call of unorderedCalls(taskParts(prepared), { store, walk: newWalk(), again })) {
        const id = compactKey(call.key);
        if (!this.#options.ids.has(id) || this.#taken.has(id)) continue;
        this.#taken.add(id);
        count += 1;
        group.push(this.#take(id, call));
        if (group.length < storedAtOnce) continue;
        await Promise.all(group);
        group = [];
        throwIfEnded(this.#leased, continues);
      }
      await Promise.all(group);
      return count;
    } finally {
      await Promise.allSettled(group); // the caller closes the lines
    }
  }

  async #take(id: string, open: PlacedCall): Promise<void> {
    const { lines, files } = this.#options;
    const { model } = modelOf(this.#leased, open.target.identity);
    const jobs = files.get(id) ?? [];
    const own = jobs.findLast(({ intended }) => intended.run === this.#leased.prepared.id);
    if (own === undefined) throw new Error('a call without a file');
    const rows = lines.rowsOf(id);
    const attempt = await bestAttempt(
      rows.map((row) => resultOf(row, { model, secrets: [], holder: 'the result file' })),
      open,
    );
    if (attempt.kind === 'failed' && !isOfLast(rows, jobs)) {
      this.earlier += 1;
      return;
    }
    const outcome = await storeAttempt(this.#leased, { job: own, open, attempt });
    if (outcome === 'stored') this.stored += 1;
    if (attempt.kind !== 'failed') return;
    const error = `${attempt.code}: ${attempt.message}`;
    this.errors.set(error, (this.errors.get(error) ?? 0) + 1);
  }
}

/** Returns whether a line answers the last file that has its call, or no file waits for the call any more. */
function isOfLast(rows: readonly Readonly<Record<string, unknown>>[], jobs: readonly BatchJob[]): boolean {
  const last = jobs.at(-1);
  if (last === undefined || !isOut(last)) return true;
  return rows.some((row) => (jobs[lineIdOf(resultId(row)).round - 1] ?? last) === last);
}

/** Returns where a run with request files stands, and stores its status. */
async function standOf(leased: LeasedRun): Promise<RequestProgress> {
  const { store, prepared } = leased;
  const { out: own } = await settleFiles(leased);
  const walk = newWalk();
  const calls = unorderedCalls(taskParts(prepared), { store, walk, again: againPart(prepared.id) });
  const outside = new OutAmong(await CallsOut.read(store));
  const tries = triesOf(await batchJobs(store, prepared.id));
  let [failed, ready, open] = [0, 0, 0];
  for await (const call of calls) {
    if (outside.has(call)) continue;
    ready += 1; // a user who writes requests again has failed calls written, too
    if (call.failure !== null) failed += 1;
    if (!isGivenUp(call, tries)) open += 1;
  }
  const out = [...own, ...outside.jobs(prepared.id)];
  const status = await endPass(leased, { walk, failed, isEnded: out.length + open === 0 });
  return { run: prepared.id, status, written: [], out, ready, answered: walk.answered, failed };
}
