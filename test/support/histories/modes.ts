import { AnswerLines } from '../../../src/answers/batch/answer-lines.ts';
import { filesByCall } from '../../../src/answers/batch/files-by-call.ts';
import { writeRequests } from '../../../src/answers/batch/request-files.ts';
import { advanceBatches } from '../../../src/answers/batch/run-batch.ts';
import { takeAnswers } from '../../../src/answers/batch/take-answers.ts';
import { executeRun } from '../../../src/answers/execute-run.ts';
import { openInStore } from '../../../src/answers/prepare/open-in-store.ts';
import type { PreparedRun } from '../../../src/answers/prepare/prepared-run.ts';
import { finishRun, workRun } from '../../../src/answers/workers/work-run.ts';
import type { RunSettings } from '../../../src/domain/run-config.ts';
import type { Store } from '../../../src/store/store.ts';
import { systemClock } from '../../../src/train/hosts/clock.ts';
import { isTerminal } from '../../../src/train/jobs/job.ts';
import { planJob, startJob } from '../../../src/train/training.ts';
import { somePortSettings, someTrainingRequest } from '../train/requests.ts';
import type { Plan } from './plans.ts';
import type { Scenario } from './scenario.ts';
import { batchPriceFactor, SimulatedBatchHost } from './simulated-batch-host.ts';
import type { SimulatedEngine } from './simulated-engine.ts';
import { SimulatedQueue } from './simulated-queue.ts';
import { type SimulatedServer, simulatedPrice } from './simulated-server.ts';
import { SimulatedTrainingHost } from './simulated-training-host.ts';
import type { SimulatedProcess } from './virtual-time.ts';

export const modeNames = ['run', 'batch', 'files', 'workers', 'study'] as const;
export type ModeName = (typeof modeNames)[number];

/** How a process ended that was not killed. */
export interface Ended {
  readonly kind: 'finished' | 'incomplete' | 'paused' | 'waiting';
  /** Whether the budget is reached: only a higher one helps. */
  readonly isOverBudget: boolean;
}

/** What the processes of a history share. */
export interface Shared {
  readonly scenario: Scenario;
  readonly server: SimulatedServer;
  readonly plan: Plan;
  /** Settings of the run; the user may raise the budget between two processes. */
  readonly settings: () => RunSettings;
}

/** A process of a history: the user's command. */
export type Command = (process: SimulatedProcess, store: Store, stop: AbortSignal) => Promise<Ended>;

/** Returns the run as a process has prepared it. */
export function preparedFor(process: SimulatedProcess, { server, plan, settings }: Shared): PreparedRun {
  const { prepared, model } = plan;
  const [[identity] = []] = prepared.models;
  if (identity === undefined) throw new Error('the plan has no model');
  const own = server.modelFor(model, prepared.id, process);
  return { ...prepared, settings: settings(), models: new Map([[identity, { model: own, price: simulatedPrice }]]) };
}

/** `seb run` and `seb resume`. */
export function runCommand(shared: Shared): Command {
  return async (process, store, stop) => {
    const { status, ending } = await executeRun(preparedFor(process, shared), { store, stop, onProgress: () => {} });
    const kind = status === 'running' ? 'paused' : status;
    return { kind, isOverBudget: ending.kind === 'paused' && ending.why === 'budget' };
  };
}

/** `seb run --batch` and `seb collect`. */
export function batchCommand(shared: Shared): Command {
  const host = new SimulatedBatchHost(shared.scenario, shared.server);
  return async (process, store, stop) => {
    const prepared = preparedFor(process, shared);
    const models = [...prepared.models].map(([identity, { model, price }]) => {
      const open = async () => host.portFor(shared.plan.model, prepared.id);
      return [identity, { model: { ...model, batch: { priceFactor: batchPriceFactor, open } }, price }] as const;
    });
    const note = (line: string) => shared.scenario.note(line);
    const options = { store, stop, resubmit: false, isStart: shared.scenario.happens(0.3), note };
    const { status, open, left } = await advanceBatches({ ...prepared, models: new Map(models) }, options);
    if (open.length > 0) return { kind: 'waiting', isOverBudget: false };
    return { kind: status === 'running' ? 'paused' : status, isOverBudget: left > 0 };
  };
}

/** `seb run --write-requests` after `seb import --answers`; the engine works between two processes. */
export function filesCommand(shared: Shared, engine: SimulatedEngine): Command {
  return async (process, store, stop) => {
    const ready = preparedFor(process, { ...shared, settings: () => ({ ...shared.settings(), budget: null }) });
    const models = [...ready.models].map(([identity, { model, price }]) => {
      return [identity, { model: engine.modelFor(model), price }] as const;
    });
    const prepared = { ...ready, models: new Map(models) };
    const results = await engine.work(prepared.id);
    const lines = new AnswerLines(results);
    try {
      const files = await filesByCall(store);
      await openInStore(prepared, store);
      await takeAnswers(prepared, { store, stop, lines, files });
      engine.taken(results);
    } finally {
      lines.close();
    }
    const { status, out } = await writeRequests(prepared, { store, stop, folder: engine.requests, maxLines: 5 });
    if (out.length > 0) return { kind: 'waiting', isOverBudget: false };
    return { kind: status === 'running' ? 'paused' : status, isOverBudget: false };
  };
}

/** `seb worker`, after the run was queued. */
export function workerCommand(shared: Shared): Command {
  const { plan } = shared;
  const queue = new SimulatedQueue(plan.blocks);
  return async (process, store, stop) => {
    const prepared = preparedFor(process, shared);
    await openInStore(prepared, store);
    await store.begin(prepared.id, prepared.settings);
    const ending = await workRun(prepared, { store, queue: queue.for(process), stop, onProgress: () => {} });
    const isOverBudget = ending.kind === 'paused' && ending.why === 'budget';
    if (!queue.isEmpty) return { kind: 'paused', isOverBudget };
    if ((await store.finished(prepared.id)) !== null) return { kind: 'finished', isOverBudget };
    const kind = await finishRun(prepared, { store, isEmpty: async () => queue.isEmpty });
    return { kind: kind ?? 'paused', isOverBudget };
  };
}

/** The steps of a study: executions, two training jobs, and a run of the trained models. */
export function studyCommand(shared: Shared, second: Plan): Command {
  const host = new SimulatedTrainingHost(shared.scenario);
  const first = runCommand(shared);
  const last = runCommand({ ...shared, plan: second });
  const requests = [1, 2].map((seed) => someTrainingRequest({ settings: somePortSettings('openai'), seed }));
  return async (process, store, stop) => {
    const executed = await first(process, store, stop);
    if (executed.kind !== 'finished') return executed;
    const port = host.port();
    for (const request of requests) {
      const note = (line: string) => shared.scenario.note(line);
      const context = { store, port, clock: systemClock, stop, note };
      const options = { budget: null, resubmit: false, maxWaitMs: 24 * 3_600_000 };
      const { state } = await startJob(context, planJob(request, port), options);
      if (!isTerminal(state)) return { kind: 'waiting', isOverBudget: false };
    }
    return await last(process, store, stop);
  };
}
