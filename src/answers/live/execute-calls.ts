import type { Call, CallKey } from '../../domain/call.ts';
import type { RunId, RunSettings } from '../../domain/run-config.ts';
import { failedSlot } from '../../models/failures/failure.ts';
import type { OpenModel } from '../../models/open-model.ts';
import type { FoundAnswer, Lease, Store, WorkerLease } from '../../store/store.ts';
import { unlessStopped } from '../../util/waiting.ts';
import { CallsOut } from '../jobs/calls-out.ts';
import type { ItemAnswers } from '../plan/item-answers.ts';
import { buildRequest, type ItemTask, type KeyedRequest } from '../plan/item-task.ts';
import { planWithoutAnswers, resolveItem } from '../plan/planned-calls.ts';
import { againName, callRank, type TaskPart } from '../plan/task-parts.ts';
import { Backlog } from './backlog.ts';
import { Budget } from './budget.ts';
import { CallQueue } from './call-queue.ts';
import { CallSender } from './call-sender.ts';
import { CoveredParts, type Money } from './covered-parts.ts';
import type { Ending } from './ending.ts';
import { Halt } from './halt.ts';
import { maxUnstoredPerPermit } from './limits/endpoint.ts';
import { Endpoints, maxConcurrency } from './limits/endpoints.ts';
import type { Progress } from './progress.ts';
import { ProgressCounter } from './progress-counter.ts';
import { SingleFlight } from './single-flight.ts';
import { unpricedAnswers, unpricedCost } from './unpriced-cost.ts';

/** Milliseconds between adjustments of a worker's shares of the endpoints. */
const shareEveryMs = 500;

/** Everything that executing the calls of a run needs. */
export interface Execution {
  readonly run: RunId;
  readonly store: Store;
  /** The lease on the run; null if no other process can access the store. */
  readonly lease: Pick<Lease, 'claims' | 'hold' | 'isCurrent'> | null;
  /** Set where this process is one of several workers of the run. */
  readonly worker?: WorkerExecution | undefined;
  /** Models by identity. */
  readonly models: ReadonlyMap<string, OpenModel>;
  readonly settings: RunSettings;
  /** Abort it to pause the run: nothing new is sent, calls in flight finish and are stored. */
  readonly stop: AbortSignal;
  /** Calls that the run needs if each is answered. */
  readonly expected: number;
  readonly onProgress: (progress: Progress) => void;
}

/** What a worker of a run executes, and shares with the others. */
interface WorkerExecution {
  readonly lease: WorkerLease;
  /** Yields the parts that this worker executes. `halt` is aborted when the execution ends early: nothing may be awaited then. */
  readonly parts: (halt: AbortSignal) => AsyncIterable<TaskPart>;
  /** Called when each call of a task has an answer or has failed. */
  readonly onResolved: (task: ItemTask) => void;
  /** Returns the number of parts that other workers have begun before a part of this one and not ended. */
  readonly begunByOthers: (part: TaskPart) => Promise<number>;
}

interface ExecutionResult {
  readonly ending: Ending;
  readonly progress: Progress;
  /** Runs that paid for the answers that were found or stored: this one, and others with which it shares calls. */
  readonly contributingRuns: ReadonlySet<RunId>;
  /** Whether an answer of an earlier execution was found. */
  readonly hasReused: boolean;
}

/**
 * Sends the calls of a run's parts that have no stored answer and are not out, in the planned order; a worker only those of
 * its own parts.
 * Every answer that arrived is in the store when this resolves. Rejects when the store fails or an experiment has a defect,
 * after calls in flight have finished.
 */
export async function executeCalls(parts: Iterable<TaskPart>, execution: Execution): Promise<ExecutionResult> {
  const halt = new Halt(execution.stop);
  const endpoints = new Endpoints(execution);
  const progress = new ProgressCounter({ ...execution, endpoints: () => endpoints.states() });
  try {
    const models = Array.from(execution.models.values(), ({ model }) => model);
    const told = (await unlessStopped(endpoints.askForFacts(models), halt.signal)) ?? [];
    if (told.length > 0) await execution.store.tellWeights(execution.run, told);
    const startedAt = new Date().toISOString();
    let hasReused = false;
    const works = { [Symbol.iterator]: () => tasksOf(parts) };
    const budget = await openBudget(works, { ...execution, stop: halt.signal });
    progress.spentBefore(budget.dollars);
    const contributingRuns = new Set([execution.run]);
    const onFound = (found: FoundAnswer) => {
      contributingRuns.add(found.run);
      hasReused ||= found.askedAt < startedAt;
    };
    const isShared = execution.worker !== undefined;
    const hold = async (reserved: () => number) => await execution.lease?.hold(reserved);
    const sender = new CallSender({
      ...execution,
      budget: budget.budget,
      endpoints,
      progress,
      halt,
      hold,
      isShared,
      onFound,
    });
    const failures = await execution.store.allFailures();
    const failedBefore = new Set(failures.map(({ key }) => key));
    const out = await CallsOut.read(execution.store);
    const covered = new CoveredParts({
      money: () => moneyOf(budget.budget, execution),
      begunByOthers: execution.worker?.begunByOthers,
      giveBack: () => budget.budget.giveBack(),
      stop: halt.signal,
    });
    const around = { halt, endpoints, progress, sender, onFound, failedBefore, startedAt, out, covered };
    const loop = new PlanLoop(execution, around);
    await loop.run(execution.worker?.parts(halt.signal) ?? parts);
    if (halt.defect !== null) throw halt.defect.error;
    return { ending: halt.ending ?? progress.ending(), progress: progress.snapshot(), contributingRuns, hasReused };
  } finally {
    endpoints.close();
    progress.close();
    if (halt.defect === null) await endpoints.keep();
  }
}

/**
 * Returns the budget of an execution, minus what the run has already spent; `dollars`: the part of that with a known
 * cost.
 */
async function openBudget(
  works: Iterable<ItemTask>,
  execution: Execution,
): Promise<{ readonly budget: Budget; readonly dollars: number }> {
  const { store, run, settings, worker, stop } = execution;
  const { budget: limit } = settings;
  const { dollars: stored } = await store.spent(run);
  if (limit === null) return { budget: new Budget({ limit, spent: stored, stop }), dollars: stored };
  if (worker !== undefined) {
    const { counted, unsure } = await unpricedAnswers(works, execution); // the lease knows the charges
    const shared = limit - counted - unsure;
    const purse = {
      draw: (needed: number, held: number) => worker.lease.draw({ limit: shared, needed, held }),
      left: async () => shared - (await store.spent(run)).dollars - (await store.possibleCharges(run)),
    };
    const dollars = stored + counted;
    return { budget: new Budget({ limit, spent: dollars, stop, purse }), dollars };
  }
  const { counted, unsure } = await unpricedCost(works, execution);
  const dollars = stored + counted;
  const budget = new Budget({ limit, spent: dollars, stop });
  budget.mayHaveCost(unsure);
  return { budget, dollars };
}

/** Returns the money of a run; the mean cost of a worker that has no answer yet is that of all workers. */
async function moneyOf(budget: Budget, { run, store, worker }: Execution): Promise<Money | null> {
  const money = await budget.money();
  if (money === null || money.mean !== null || worker === undefined) return money;
  const { answers } = await store.activity(run);
  return answers === 0 ? money : { ...money, mean: (await store.spent(run)).dollars / answers };
}

function* tasksOf(parts: Iterable<TaskPart>): Generator<ItemTask> {
  for (const { tasks } of parts) yield* tasks;
}

interface PlanLoopParts {
  readonly halt: Halt;
  readonly endpoints: Endpoints;
  readonly progress: ProgressCounter;
  readonly sender: CallSender;
  readonly onFound: (found: FoundAnswer) => void;
  /** Calls that have failed in an earlier execution. */
  readonly failedBefore: ReadonlySet<CallKey>;
  readonly out: CallsOut;
  readonly covered: CoveredParts;
  /** ISO 8601. */
  readonly startedAt: string;
}

/** A part that is being sent, with its number in the planned order. */
interface SentPart {
  readonly name: string;
  readonly number: number;
  /** Whether calls are sent that have failed in an earlier execution. */
  readonly isAgain: boolean;
}

/** Plans the calls of each task from the answers so far, and gets their answers: from the store, or by sending them. */
class PlanLoop {
  readonly #execution: Execution;
  readonly #parts: PlanLoopParts;
  readonly #backlog: Backlog;
  readonly #flights: SingleFlight;
  readonly #queue = new CallQueue();
  readonly #open = new Set<Promise<void>>();
  #starting: Promise<void> | null = null;
  #sent = 0;

  constructor(execution: Execution, parts: PlanLoopParts) {
    const { halt, endpoints, progress, onFound, out } = parts;
    this.#execution = execution;
    this.#parts = parts;
    this.#backlog = new Backlog(maxOpenCalls(execution), halt.signal);
    this.#flights = new SingleFlight({
      store: execution.store,
      claims: execution.lease?.claims ?? null,
      stop: halt.signal,
      onFound: (found) => {
        progress.found();
        if (found !== null) onFound(found);
      },
      out,
      onOut: (job) => progress.out(job),
      onWait: () => this.#backlog.ended(),
      onWaited: () => this.#backlog.opened(1),
    });
    const release = () => endpoints.release();
    halt.signal.addEventListener('abort', release, { once: true });
    if (halt.signal.aborted) release();
  }

  /** Resolves when every task has its answers, or the execution is halted and nothing is in flight. */
  async run(parts: Iterable<TaskPart> | AsyncIterable<TaskPart>): Promise<void> {
    const { halt, startedAt } = this.#parts;
    const { run, worker } = this.#execution;
    const shares = await this.#share();
    try {
      await this.#flights.start();
      let again: ItemTask[] = [];
      for await (const part of parts) {
        if (halt.signal.aborted) break;
        again.push(...(await this.#send(part)));
        if (worker === undefined) continue;
        await this.#send({ name: againName(part.name, startedAt), tasks: again }, true); // its block must end
        again = [];
      }
      if (!halt.signal.aborted) await this.#send({ name: againName(run, startedAt), tasks: again }, true);
    } catch (error) {
      halt.fail(error);
    }
    await Promise.all(this.#open);
    clearInterval(shares);
    this.#flights.close();
  }

  /**
   * Plans the tasks of a part, and resolves when each of the calls that need no answer of another has started. Returns the
   * tasks that are left out, unless `isAgain`: those with a call that failed in an earlier execution. They are sent together
   * in a later part, because when they are sent depends on what they are about.
   */
  async #send(planned: TaskPart, isAgain = false): Promise<readonly ItemTask[]> {
    const tasks = [...planned.tasks];
    const left: ItemTask[] = [];
    if (tasks.length === 0) return left;
    await this.#parts.covered.begin(planned, tasks);
    this.#sent += 1;
    const part = { name: planned.name, isAgain, number: this.#sent };
    for (const task of tasks) {
      const resolved: Promise<void> = this.#resolve(task, part, () => left.push(task)).finally(() => {
        this.#open.delete(resolved);
        this.#parts.covered.taskEnded(task);
      });
      this.#open.add(resolved);
    }
    await this.#startCalls();
    return left;
  }

  /** Starts the waiting calls in their order while the backlog has room. Resolves when none waits. */
  async #startCalls(): Promise<void> {
    if (this.#queue.isEmpty) return;
    this.#starting ??= this.#startAll();
    await this.#starting;
  }

  async #startAll(): Promise<void> {
    while (!this.#queue.isEmpty) {
      await this.#backlog.room();
      if (this.#parts.halt.signal.aborted) this.#queue.drop();
      else {
        this.#backlog.opened(1);
        this.#queue.startNext();
      }
    }
    this.#starting = null; // in the same turn, so that a call that is added now is started
  }

  /** Adjusts the shares of a worker now and regularly, and plans as many calls as it may have in flight, and half as many again. */
  async #share(): Promise<NodeJS.Timeout | undefined> {
    const { models, worker } = this.#execution;
    if (worker === undefined) return undefined;
    const opened = Array.from(models.values(), ({ model }) => model);
    let isAdjusting = false;
    const adjust = async () => {
      if (isAdjusting) return;
      isAdjusting = true;
      try {
        const sum = await this.#parts.endpoints.adjustShares(opened);
        this.#backlog.setEnough(Math.ceil(1.5 * sum));
      } catch {
        // the store is unreachable for a moment; the shares stay as they are
      } finally {
        isAdjusting = false;
      }
    };
    await adjust();
    return setInterval(() => void adjust(), shareEveryMs);
  }

  /** Resolves one task, or leaves it out. Never rejects. */
  async #resolve(task: ItemTask, part: SentPart, leaveOut: () => void): Promise<void> {
    try {
      const hasTools = task.context.condition.tools !== undefined;
      let unplanned = hasTools ? -planWithoutAnswers(task.experiment, task.context).length : Number.NEGATIVE_INFINITY;
      let isLeftOut = false;
      let isFirst = true;
      await resolveItem(task.experiment, task.context, async (calls, answers) => {
        const requests = calls.map((call) => ({ call, request: buildRequest(task, call) }));
        isLeftOut = isFirst && !part.isAgain && requests.some(({ request }) => this.#hasFailed(request));
        isFirst = false;
        if (isLeftOut) return leaveOut();
        this.#parts.progress.expectMore(Math.max(0, unplanned + calls.length) - Math.max(0, unplanned));
        unplanned += calls.length;
        const answered = requests.map((each) => this.#answer(task, { ...each, answers, part }));
        void this.#startCalls();
        await Promise.all(answered);
      });
      if (!isLeftOut && !this.#parts.halt.signal.aborted) this.#execution.worker?.onResolved(task);
    } catch (error) {
      this.#parts.halt.fail(error);
    }
  }

  #hasFailed({ key }: KeyedRequest): boolean {
    return this.#parts.failedBefore.has(key);
  }

  /** Gets one call's answer when it is its turn. Never rejects: if a call fails by a defect, other calls in flight still finish. */
  async #answer(task: ItemTask, { call, request, answers, part }: PlannedCall): Promise<void> {
    const { name, number } = part;
    if (!(await this.#queue.turn({ part: number, rank: callRank(name, task, call) }))) return;
    try {
      const isLate = !part.isAgain && this.#hasFailed(request); // it depends on an answer, so that its item could not be left out
      const own = isLate ? againName(name, this.#parts.startedAt) : name;
      const result = await this.#flights.once(request.key, () =>
        this.#parts.sender.send(task, call, { ...request, part: own }),
      );
      if (result !== null) answers.set(call, result.kind === 'failed' ? failedSlot(result) : result);
    } catch (error) {
      this.#parts.halt.fail(error);
    } finally {
      this.#backlog.ended();
      this.#parts.covered.callEnded(task);
    }
  }
}

interface PlannedCall {
  readonly call: Call;
  readonly request: KeyedRequest;
  readonly answers: ItemAnswers;
  readonly part: SentPart;
}

/** Returns the maximum number of open calls: those not yet stored, and as many again, to be sent next. */
function maxOpenCalls({ models, settings }: Execution): number {
  let open = 0;
  for (const { model } of models.values()) open += (maxUnstoredPerPermit + 1) * maxConcurrency(model, settings);
  return open;
}
