import type { Call } from '../../domain/call.ts';
import type { RunId, RunSettings } from '../../domain/run-config.ts';
import { failedSlot } from '../../models/failures/failure.ts';
import type { OpenModel } from '../../models/open-model.ts';
import type { FoundAnswer, Lease, Store, WorkerLease } from '../../store/store.ts';
import { unlessStopped } from '../../util/waiting.ts';
import type { ItemAnswers } from '../plan/item-answers.ts';
import { buildRequest, type ItemTask } from '../plan/item-task.ts';
import { planWithoutAnswers, resolveItem } from '../plan/planned-calls.ts';
import { Backlog } from './backlog.ts';
import { Budget } from './budget.ts';
import { CallSender } from './call-sender.ts';
import type { Ending } from './ending.ts';
import { Halt } from './halt.ts';
import { maxUnstoredPerPermit } from './limits/endpoint.ts';
import { Endpoints, maxConcurrency } from './limits/endpoints.ts';
import type { Progress } from './progress.ts';
import { ProgressCounter } from './progress-counter.ts';
import { SingleFlight } from './single-flight.ts';
import { unpricedCost } from './unpriced-cost.ts';

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
  /** Yields the tasks that this worker executes. `halt` is aborted when the execution ends early: nothing may be awaited then. */
  readonly tasks: (halt: AbortSignal) => AsyncIterable<ItemTask>;
  /** Called when each call of a task has an answer or has failed. */
  readonly onResolved: (task: ItemTask) => void;
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
 * Sends the calls of a run's tasks that have no stored answer; a worker only those of its own tasks. Every answer that
 * arrived is in the store when this resolves. Rejects when the store fails or an experiment has a defect, after calls in
 * flight have finished.
 */
export async function executeCalls(works: Iterable<ItemTask>, execution: Execution): Promise<ExecutionResult> {
  const halt = new Halt(execution.stop);
  const endpoints = new Endpoints(execution);
  const progress = new ProgressCounter({ ...execution, endpoints: () => endpoints.states() });
  try {
    const models = Array.from(execution.models.values(), ({ model }) => model);
    const told = (await unlessStopped(endpoints.askForFacts(models), halt.signal)) ?? [];
    if (told.length > 0) await execution.store.tellWeights(execution.run, told);
    const startedAt = new Date().toISOString();
    let hasReused = false;
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
    const tasks = execution.worker?.tasks(halt.signal) ?? works;
    await new PlanLoop(execution, { halt, endpoints, progress, sender, onFound }).run(tasks);
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
  const { dollars, unknown } = await store.spent(run);
  const unpricedOf = async () => (unknown > 0 ? await unpricedCost(works, execution) : 0);
  if (worker !== undefined && settings.budget !== null) {
    const limit = settings.budget - (await unpricedOf());
    const purse = { draw: (needed: number, held: number) => worker.lease.draw({ limit, needed, held }) };
    return { budget: new Budget({ limit: settings.budget, spent: dollars, stop, purse }), dollars };
  }
  const budget = new Budget({ limit: settings.budget, spent: dollars, stop });
  if (settings.budget !== null) {
    const unpriced = await unpricedOf();
    budget.mayHaveCost(unpriced + (await store.possibleCharges(run)));
  }
  return { budget, dollars };
}

interface PlanLoopParts {
  readonly halt: Halt;
  readonly endpoints: Endpoints;
  readonly progress: ProgressCounter;
  readonly sender: CallSender;
  readonly onFound: (found: FoundAnswer) => void;
}

/** Plans the calls of each task from the answers so far, and gets their answers: from the store, or by sending them. */
class PlanLoop {
  readonly #execution: Execution;
  readonly #parts: PlanLoopParts;
  readonly #backlog: Backlog;
  readonly #flights: SingleFlight;

  constructor(execution: Execution, parts: PlanLoopParts) {
    const { halt, endpoints, progress, onFound } = parts;
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
      onWait: () => this.#backlog.ended(),
      onWaited: () => this.#backlog.opened(1),
    });
    const release = () => endpoints.release();
    halt.signal.addEventListener('abort', release, { once: true });
    if (halt.signal.aborted) release();
  }

  /** Resolves when every task has its answers, or the execution is halted and nothing is in flight. */
  async run(tasks: Iterable<ItemTask> | AsyncIterable<ItemTask>): Promise<void> {
    const { halt } = this.#parts;
    const open = new Set<Promise<void>>();
    const shares = await this.#share();
    try {
      await this.#flights.start();
      for await (const task of tasks) {
        await this.#backlog.room();
        if (halt.signal.aborted) break;
        const resolved: Promise<void> = this.#resolve(task).finally(() => open.delete(resolved));
        open.add(resolved);
      }
    } catch (error) {
      halt.fail(error);
    }
    await Promise.all(open);
    clearInterval(shares);
    this.#flights.close();
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

  /** Resolves one task. Never rejects. */
  async #resolve(task: ItemTask): Promise<void> {
    try {
      const hasTools = task.context.condition.tools !== undefined;
      let unplanned = hasTools ? -planWithoutAnswers(task.experiment, task.context).length : Number.NEGATIVE_INFINITY;
      await resolveItem(task.experiment, task.context, async (calls, answers) => {
        this.#parts.progress.expectMore(Math.max(0, unplanned + calls.length) - Math.max(0, unplanned));
        unplanned += calls.length;
        this.#backlog.opened(calls.length);
        await Promise.all(calls.map((call) => this.#answer(task, call, answers)));
      });
      if (!this.#parts.halt.signal.aborted) this.#execution.worker?.onResolved(task);
    } catch (error) {
      this.#parts.halt.fail(error);
    }
  }

  /** Gets one call's answer. Never rejects: if a call fails by a defect, other calls in flight still finish. */
  async #answer(task: ItemTask, call: Call, answers: ItemAnswers): Promise<void> {
    try {
      const request = buildRequest(task, call);
      const result = await this.#flights.once(request.key, () => this.#parts.sender.send(task, call, request));
      if (result !== null) answers.set(call, result.kind === 'failed' ? failedSlot(result) : result);
    } catch (error) {
      this.#parts.halt.fail(error);
    } finally {
      this.#backlog.ended();
    }
  }
}

/** Returns the maximum number of open calls: those not yet stored, and as many again, to be sent next. */
function maxOpenCalls({ models, settings }: Execution): number {
  let open = 0;
  for (const { model } of models.values()) open += (maxUnstoredPerPermit + 1) * maxConcurrency(model, settings);
  return open;
}
