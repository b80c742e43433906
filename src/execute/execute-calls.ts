import type { Answer, Failure } from '../domain/answer.ts';
import type { Call, CallKey } from '../domain/call.ts';
import { failedSlot } from '../domain/failure.ts';
import { answerCost, maxCost, mayBeCharged, type Price } from '../domain/price.ts';
import type { RunId, RunSettings } from '../domain/run-config.ts';
import type { LanguageModel } from '../models/language-model.ts';
import type { OpenModel } from '../models/open-model.ts';
import { buildRequest, type ItemTask, type KeyedRequest, targetModel } from '../plan/item-task.ts';
import { type ItemAnswers, resolveItem } from '../plan/resolve-item.ts';
import type { Claims, Store } from '../store/store.ts';
import { Backlog } from './backlog.ts';
import { Budget } from './budget.ts';
import { callWithRetry, type RetryPolicy } from './call-with-retry.ts';
import { CircuitBreaker } from './circuit-breaker.ts';
import type { Ending } from './ending.ts';
import { maxUnstoredPerSlot } from './limits/endpoint.ts';
import { Endpoints, maxConcurrency } from './limits/endpoints.ts';
import type { Progress } from './progress.ts';
import { ProgressCounter } from './progress-counter.ts';
import { Reservation } from './reservation.ts';
import { SingleFlight } from './single-flight.ts';
import { unpricedCost } from './unpriced-cost.ts';

export type { Ending } from './ending.ts';

export interface Execution {
  readonly run: RunId;
  readonly store: Store;
  /** Null where no other run can have the store. */
  readonly claims: Claims | null;
  /** By identity. */
  readonly models: ReadonlyMap<string, OpenModel>;
  readonly settings: RunSettings;
  /** Aborted to pause the run: nothing new is sent, what is in flight is waited for and kept. */
  readonly stop: AbortSignal;
  readonly expected: number;
  readonly onProgress: (progress: Progress) => void;
}

export interface ExecutionResult {
  readonly ending: Ending;
  readonly progress: Progress;
  /** Runs that paid for the answers that were found or stored: this one, and any that share a call. */
  readonly contributingRuns: ReadonlySet<RunId>;
}

/** Carries out everything in `works` that has no answer yet. What came in is in the store when this returns. */
export async function executeCalls(works: Iterable<ItemTask>, sitting: Execution): Promise<ExecutionResult> {
  const carrier = new CallExecutor(sitting);
  try {
    return await carrier.run(works);
  } finally {
    await carrier.close();
  }
}

interface Failed {
  readonly failure: Failure;
  readonly attempts: number;
  readonly firstSentAt: number;
}

class CallExecutor {
  readonly #sitting: Execution;
  readonly #endpoints: Endpoints;
  readonly #halt = new AbortController();
  /** Asked about several times a call: a signal that is made of others takes a microsecond each time. */
  readonly #stop = this.#halt.signal;
  readonly #tally: ProgressCounter;
  readonly #backlog: Backlog;
  readonly #silences = new Map<string, CircuitBreaker>();
  readonly #flights: SingleFlight;
  readonly #payers: Set<RunId>;
  /** Calls that another process had answered by the time that our answer was to be stored. */
  readonly #lostRaces = new Set<CallKey>();
  #budget = new Budget(null, 0);
  #ending: Ending | null = null;
  #lastFailure: Failure | null = null;
  #defect: unknown = null;

  constructor(sitting: Execution) {
    this.#sitting = sitting;
    this.#payers = new Set([sitting.run]);
    this.#endpoints = new Endpoints(sitting);
    this.#tally = new ProgressCounter({ ...sitting, endpoints: () => this.#endpoints.states() });
    this.#backlog = new Backlog(enoughCalls(sitting));
    this.#flights = new SingleFlight({
      store: sitting.store,
      claims: sitting.claims,
      stop: this.#stop,
      onFound: (found) => {
        this.#tally.found();
        if (found !== null) this.#payers.add(found.run);
      },
      onWait: () => this.#backlog.ended(),
      onWaited: () => this.#backlog.opened(1),
    });
    this.#stop.addEventListener('abort', () => this.#release(), { once: true });
    sitting.stop.addEventListener('abort', () => this.#halt.abort(), { once: true });
    if (sitting.stop.aborted) this.#halt.abort();
  }

  async run(works: Iterable<ItemTask>): Promise<ExecutionResult> {
    const { store, run, settings } = this.#sitting;
    const { dollars, unknown } = await store.spent(run);
    this.#budget = new Budget(settings.budget, dollars);
    if (settings.budget !== null) {
      const unpriced = unknown > 0 ? await unpricedCost(works, this.#sitting) : 0;
      this.#budget.mayHaveCost(unpriced + (await store.possibleCharges(run)));
    }
    this.#tally.spentBefore(dollars);
    await this.#flights.start();
    const items = new Set<Promise<void>>();
    try {
      for (const work of works) {
        await this.#backlog.room();
        if (this.#stop.aborted) break;
        const item: Promise<void> = this.#item(work).finally(() => items.delete(item));
        items.add(item);
      }
    } catch (error) {
      this.#fail(error);
    }
    await Promise.all(items);
    if (this.#defect !== null) throw this.#defect;
    return { ending: this.#end(), progress: this.#tally.snapshot(), contributingRuns: this.#payers };
  }

  async close(): Promise<void> {
    this.#endpoints.close();
    this.#tally.close();
    this.#flights.close();
    if (this.#defect === null) await this.#endpoints.keep();
  }

  #release(): void {
    this.#endpoints.release();
    this.#backlog.release();
  }

  #end(): Ending {
    if (this.#ending !== null) return this.#ending;
    if (this.#sitting.stop.aborted) return { kind: 'paused', why: 'stopped' };
    const { failed } = this.#tally.snapshot();
    return this.#lastFailure === null
      ? { kind: 'finished' }
      : { kind: 'incomplete', failed, failure: this.#lastFailure };
  }

  /** A fault of ours or of the store ends the sitting; the journal keeps what came in. */
  #fail(error: unknown): void {
    this.#defect ??= error;
    this.#halt.abort();
  }

  #finishWith(ending: Ending): void {
    this.#ending ??= ending;
    this.#halt.abort();
  }

  /** Never rejects. */
  async #item(work: ItemTask): Promise<void> {
    try {
      await resolveItem(work.experiment, work.context, async (calls, answers) => {
        this.#backlog.opened(calls.length);
        await Promise.all(calls.map((call) => this.#call(work, call, answers)));
      });
    } catch (error) {
      this.#fail(error);
    }
  }

  /** Never rejects: what is in flight beside a call that failed by a fault of ours is waited for. */
  async #call(work: ItemTask, call: Call, answers: ItemAnswers): Promise<void> {
    try {
      const complete = buildRequest(work, call);
      const outcome = await this.#flights.once(complete.key, () => this.#ask(work, call, complete));
      if (outcome !== null) set(answers, call, outcome);
    } catch (error) {
      this.#fail(error);
    } finally {
      this.#backlog.ended();
    }
  }

  /** What is stored counts, or a judge would be shown an answer that nobody can look up again. */
  async #theirs(key: CallKey, ours: Answer, dollars: number): Promise<Answer> {
    const { store, run } = this.#sitting;
    const stored = await this.#flights.stored(key);
    if (stored === undefined) return ours;
    this.#payers.add(stored.run);
    if (stored.run !== run && dollars > 0) await store.putPossibleCharge(run, dollars); // our answer was paid for too
    return stored.answer;
  }

  /** Null when the sitting ends before there is an answer. */
  async #ask(work: ItemTask, call: Call, complete: KeyedRequest): Promise<Answer | Failure | null> {
    if (this.#stop.aborted) return null;
    const opened = this.#sitting.models.get(targetModel(work, call).identity);
    if (opened === undefined) throw new Error(`${targetModel(work, call).name} was not opened`);
    const { key, asked } = complete;
    const { store, run } = this.#sitting;
    const keep = (dollars: number) => store.putPossibleCharge(run, dollars);
    const money = new Reservation(this.#budget, { most: maxCost(asked, opened.price), keep });
    if (!(await this.#cover(money))) return null;
    this.#tally.sent();
    const { messages, sampling, slot, sample } = asked;
    const origin = { experiment: work.experiment.name, context: work.context, call };
    const { attempt, attempts, firstSentAt } = await callWithRetry(
      opened.model,
      { key, messages, sampling, slot, sample, origin },
      { endpoint: this.#endpoints.of(opened.model), patience: this.#patience(complete, opened.price, money) },
    );
    if (attempt.kind === 'stopped') {
      money.settle(0);
      this.#tally.dropped();
      return null;
    }
    if (attempt.kind === 'failed') {
      if (mayBeCharged(attempt)) await money.settleUnanswered();
      else money.settle(0);
      return this.#failed(opened.model, key, { failure: attempt, attempts, firstSentAt });
    }
    const cost = answerCost(attempt, opened.price);
    money.settle(cost);
    this.#silence(opened.model).answered(performance.now());
    this.#tally.answered(attempt, cost);
    return this.#lostRaces.delete(key) ? this.#theirs(key, attempt, cost ?? money.most) : attempt;
  }

  /** False when the budget does not cover a call: the sitting is then over. */
  async #cover(money: Reservation): Promise<boolean> {
    if (await money.take()) return true;
    const { unsure, left } = this.#budget;
    this.#finishWith({ kind: 'paused', why: 'budget', unsure, left: left ?? 0, needed: money.most });
    return false;
  }

  /** Whether a failed attempt may be repeated: one that may have been charged needs money of its own for the next. */
  async #mayRetry(failure: Failure, money: Reservation): Promise<boolean> {
    if (mayBeCharged(failure)) {
      await money.settleUnanswered();
      if (!(await this.#cover(money))) return false;
    }
    this.#tally.retried(failure);
    return true;
  }

  #patience({ key, text }: KeyedRequest, price: Price | null, money: Reservation): RetryPolicy {
    const { store, run, settings } = this.#sitting;
    return {
      retries: settings.retries,
      timeoutMs: settings.timeoutMs,
      stop: this.#stop,
      mayRetry: (failure) => this.#mayRetry(failure, money),
      store: async ({ answer, askedAt, latencyMs, attempts }) => {
        const cost = answerCost(answer, price);
        const insertion = store.insertAnswer({ key, call: text, run, cost, answer, askedAt, latencyMs, attempts });
        // At once: the place that the failed insertion frees must not go to a call whose answer could not be stored either.
        const stored = await insertion.catch((error: unknown) => {
          this.#fail(error);
          throw error;
        });
        if (stored === 'exists') this.#lostRaces.add(key);
      },
    };
  }

  async #failed(model: LanguageModel, key: CallKey, { failure, attempts, firstSentAt }: Failed): Promise<Failure> {
    this.#tally.failed();
    this.#lastFailure = failure;
    const { store, run } = this.#sitting;
    await store.putFailure({ key, run, failure, attempts, failedAt: new Date().toISOString() });
    const isAway = this.#endpoints.of(model).isHopeless && (failure.retryable || failure.unreached === true);
    if (this.#silence(model).isHopeless(failure, firstSentAt) || isAway) {
      this.#finishWith({ kind: 'gave-up', model: model.name, failure });
    }
    return failure;
  }

  #silence({ identity }: LanguageModel): CircuitBreaker {
    const known = this.#silences.get(identity) ?? new CircuitBreaker();
    this.#silences.set(identity, known);
    return known;
  }
}

/** Calls that may be under way or wait to be: what is not stored yet, and as many again as there are places, to be sent next. */
function enoughCalls({ models, settings }: Execution): number {
  let enough = 0;
  for (const { model } of models.values()) enough += (maxUnstoredPerSlot + 1) * maxConcurrency(model, settings);
  return enough;
}

function set(answers: ItemAnswers, call: Call, outcome: Answer | Failure): void {
  answers.set(call, outcome.kind === 'failed' ? failedSlot(outcome) : outcome);
}
