import type { Answer, Failure } from '../../domain/answer.ts';
import type { Call, CallKey } from '../../domain/call.ts';
import { answerCost, maxCost, mayBeCharged } from '../../domain/price.ts';
import { answersByPlace } from '../../domain/recorded.ts';
import type { RunId, RunSettings } from '../../domain/run-config.ts';
import type { SlotId } from '../../domain/slot.ts';
import type { LanguageModel } from '../../models/language-model.ts';
import type { OpenModel } from '../../models/open-model.ts';
import type { FoundAnswer, Store } from '../../store/store.ts';
import { type ItemTask, type KeyedRequest, targetModel } from '../plan/item-task.ts';
import type { Budget } from './budget.ts';
import { callWithRetry, type RetriedCall, type RetryPolicy } from './call-with-retry.ts';
import { CircuitBreaker } from './circuit-breaker.ts';
import type { Halt } from './halt.ts';
import type { Endpoints } from './limits/endpoints.ts';
import type { ProgressCounter } from './progress-counter.ts';
import { type Funds, Reservation } from './reservation.ts';

interface CallSenderOptions {
  readonly run: RunId;
  readonly store: Store;
  readonly settings: RunSettings;
  /** Models by identity. */
  readonly models: ReadonlyMap<string, OpenModel>;
  readonly budget: Budget;
  readonly endpoints: Endpoints;
  readonly progress: ProgressCounter;
  readonly halt: Halt;
  readonly hold: Funds['hold'];
  readonly isShared: Funds['isShared'];
  /** Called for an answer that another run stored first. */
  readonly onFound: (found: FoundAnswer) => void;
}

/** A call with the name of the part that it is sent in. */
interface SentRequest extends KeyedRequest {
  readonly part: string;
}

type Failed = Extract<RetriedCall, { readonly kind: 'failed' }>;

/** Pays for a call, sends it and stores the result: the only part of an execution that spends money. */
export class CallSender {
  readonly #options: CallSenderOptions;
  readonly #policy: RetryPolicy;
  readonly #funds: Funds;
  readonly #breakers = new Map<string, CircuitBreaker>();

  constructor(options: CallSenderOptions) {
    const { run, store, settings, budget, halt, hold, isShared } = options;
    this.#options = options;
    this.#policy = { retries: settings.retries, timeoutMs: settings.timeoutMs, stop: halt.signal };
    this.#funds = { budget, keep: (dollars) => store.putPossibleCharge(run, dollars), hold, isShared };
  }

  /**
   * Sends a call that has no stored answer. Resolves when its answer, or its failure after all retries, is in the
   * store; with null when the execution ends first. Rejects when the store fails.
   */
  async send(task: ItemTask, call: Call, request: SentRequest): Promise<Answer | Failure | null> {
    const { run, store, models, endpoints, progress, halt } = this.#options;
    if (halt.signal.aborted) return null;
    const target = targetModel(task, call);
    const opened = models.get(target.identity);
    if (opened === undefined) throw new Error(`${target.name} was not opened`);
    const { model, price } = opened;
    const { key, text, asked } = request;
    const origin = { experiment: task.experiment.name, context: task.context, call };
    const part = answersByPlace(target) ? model.partOf?.(origin) : request.part;
    const money = new Reservation(this.#funds, { model: target.identity, dollars: maxCost(asked, price) });
    if (!(await this.#isCovered(money))) return null;
    progress.sent();
    const { messages, sampling, slot, sample, form, injection, tools, toolChoice } = asked;
    const endpoint = endpoints.of(model);
    const mayRetry = (failure: Failure) => this.#mayRetry(failure, money);
    const sending = {
      ...{ key, messages, sampling, slot, sample, form, injection, tools, toolChoice, origin },
      onRateWindows: endpoint.onRateWindows,
    };
    const result = await callWithRetry(model, sending, { endpoint, policy: this.#policy, mayRetry });
    if (result.kind === 'stopped') {
      money.cancel();
      progress.dropped();
      return null;
    }
    if (result.kind === 'failed') {
      if (mayBeCharged(result.failure)) await money.settleUnanswered();
      else money.cancel();
      return await this.#keepFailure(model, { key, slot }, result);
    }
    const { answer, askedAt, latencyMs, attempts } = result;
    const cost = answerCost(answer, price);
    let stored: 'inserted' | 'exists';
    try {
      stored = await store.insertAnswer({ key, call: text, run, cost, answer, askedAt, latencyMs, attempts, part });
    } catch (error) {
      halt.fail(error); // immediately: `settled` must not start a call that could not be stored either
      throw error; // the call's money stays reserved, and becomes a possible charge when the lease is released
    } finally {
      endpoint.settled();
    }
    await money.settle(cost);
    this.#breaker(model).answered(performance.now(), slot);
    progress.answered(answer, cost);
    return stored === 'exists' ? await this.#storedByOther(key, answer, cost ?? money.most) : answer;
  }

  /** Returns the stored answer. It counts, because otherwise a judge would get an answer that cannot be looked up again. */
  async #storedByOther(key: CallKey, answer: Answer, dollars: number): Promise<Answer> {
    const { store, run, onFound } = this.#options;
    const stored = (await store.answers([key])).get(key);
    if (stored === undefined) return answer;
    if (stored.run !== run && dollars > 0) await store.putPossibleCharge(run, dollars); // this run's answer was charged too
    onFound(stored);
    return stored.answer;
  }

  async #keepFailure(
    model: LanguageModel,
    { key, slot }: { readonly key: CallKey; readonly slot: SlotId },
    failed: Failed,
  ): Promise<Failure> {
    const { run, store, endpoints, progress, halt } = this.#options;
    const { failure, attempts, firstSentAt } = failed;
    progress.failed(failure);
    const stored = store.putFailure({ key, run, failure, attempts, failedAt: new Date().toISOString() });
    const isAway = endpoints.of(model).isHopeless && (failure.retryable || failure.unreached === true);
    if (this.#breaker(model).isHopeless(failure, firstSentAt, slot) || isAway) {
      halt.end({ kind: 'gave-up', model: model.name, failure }); // before the failure is stored, which may take long
    }
    await stored;
    return failure;
  }

  /** Reserves the money of an attempt. If the budget does not cover it, ends the execution and returns false. */
  async #isCovered(money: Reservation): Promise<boolean> {
    if (await money.take()) return true;
    const { budget, halt } = this.#options;
    const { unsure, left } = budget;
    if (!halt.signal.aborted) halt.end({ kind: 'paused', why: 'budget', unsure, left: left ?? 0, needed: money.most });
    return false;
  }

  /** Returns whether a failed attempt may be retried. If it may have been charged, the retry needs its own reservation. */
  async #mayRetry(failure: Failure, money: Reservation): Promise<boolean> {
    if (mayBeCharged(failure)) {
      await money.settleUnanswered();
      if (!(await this.#isCovered(money))) return false;
    }
    this.#options.progress.retried(failure);
    return true;
  }

  #breaker({ identity }: LanguageModel): CircuitBreaker {
    const known = this.#breakers.get(identity) ?? new CircuitBreaker();
    this.#breakers.set(identity, known);
    return known;
  }
}
