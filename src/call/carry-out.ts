import type { RunId, RunSettings } from '../config/run-config.ts';
import type { LanguageModel } from '../models/language-model.ts';
import type { Call, CallKey, KeyedCall } from '../plan/call.ts';
import { type ItemAnswers, settle } from '../plan/settle.ts';
import { askedModel, type Keyed, keyed, type Work } from '../plan/work.ts';
import { batchedAnswers } from '../store/batched-answers.ts';
import type { FoundAnswer, Store } from '../store/store.ts';
import type { Answer, Failure } from './answer.ts';
import { Backlog } from './backlog.ts';
import { Budget, costOf, mostCost, type Price } from './budget.ts';
import { unstoredAPlace } from './endpoint.ts';
import { ceilingOf, Endpoints } from './endpoints.ts';
import { insteadOfAnswer } from './failure.ts';
import { askPatiently, type Patience } from './patient.ts';
import type { Progress } from './progress.ts';
import { Silence } from './silence.ts';
import { Tally } from './tally.ts';

/** A model of the run, opened, with what it costs; `price` is null where unknown, zero prices where it is free. */
export interface OpenModel {
  readonly model: LanguageModel;
  readonly price: Price | null;
}

export interface Sitting {
  readonly run: RunId;
  readonly store: Store;
  /** By identity. */
  readonly models: ReadonlyMap<string, OpenModel>;
  readonly settings: RunSettings;
  /** Aborted to pause the run: nothing new is sent, what is in flight is waited for and kept. */
  readonly stop: AbortSignal;
  readonly expected: number;
  readonly onProgress: (progress: Progress) => void;
}

/** How a sitting ended: with the last failure, or the one that made going on pointless. */
export type Ending =
  | { readonly kind: 'finished' }
  | { readonly kind: 'incomplete'; readonly failed: number; readonly failure: Failure }
  | { readonly kind: 'paused'; readonly why: 'stopped' }
  /** `unsure`: dollars of the budget that calls without an answer have cost at most. */
  | { readonly kind: 'paused'; readonly why: 'budget'; readonly unsure: number }
  | { readonly kind: 'gave-up'; readonly model: string; readonly failure: Failure };

export interface CarriedOut {
  readonly ending: Ending;
  readonly progress: Progress;
  /** Runs that paid for the answers that were found or stored: this one, and any that share a call. */
  readonly payers: ReadonlySet<RunId>;
}

/** Carries out everything in `works` that has no answer yet. What came in is in the store when this returns. */
export async function carryOut(works: Iterable<Work>, sitting: Sitting): Promise<CarriedOut> {
  const carrier = new Carrier(sitting);
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

class Carrier {
  readonly #sitting: Sitting;
  readonly #endpoints: Endpoints;
  readonly #halt = new AbortController();
  /** Asked about several times a call: a signal that is made of others takes a microsecond each time. */
  readonly #stop = this.#halt.signal;
  readonly #tally: Tally;
  readonly #backlog: Backlog;
  readonly #silences = new Map<string, Silence>();
  readonly #pending = new Map<CallKey, Promise<Answer | Failure | null>>();
  readonly #lookup: ReturnType<typeof batchedAnswers>;
  readonly #payers: Set<RunId>;
  /** Calls that another process had answered by the time that our answer was to be stored. */
  readonly #outrun = new Set<CallKey>();
  #budget = new Budget(null, 0);
  #ending: Ending | null = null;
  #lastFailure: Failure | null = null;
  #defect: unknown = null;

  constructor(sitting: Sitting) {
    this.#sitting = sitting;
    this.#lookup = batchedAnswers(sitting.store);
    this.#payers = new Set([sitting.run]);
    this.#endpoints = new Endpoints(sitting);
    this.#tally = new Tally({ ...sitting, endpoints: () => this.#endpoints.states() });
    this.#backlog = new Backlog(enoughCalls(sitting));
    this.#stop.addEventListener('abort', () => this.#release(), { once: true });
    sitting.stop.addEventListener('abort', () => this.#halt.abort(), { once: true });
    if (sitting.stop.aborted) this.#halt.abort();
  }

  async run(works: Iterable<Work>): Promise<CarriedOut> {
    const { store, run, settings } = this.#sitting;
    const { dollars } = await store.spent(run);
    this.#budget = new Budget(settings.budget, dollars);
    this.#tally.spentBefore(dollars);
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
    return { ending: this.#end(), progress: this.#tally.snapshot(), payers: this.#payers };
  }

  async close(): Promise<void> {
    this.#endpoints.close();
    this.#tally.close();
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
  async #item(work: Work): Promise<void> {
    try {
      await settle(work.experiment, work.context, async (calls, answers) => {
        this.#backlog.opened(calls.length);
        await Promise.all(calls.map((call) => this.#call(work, call, answers)));
      });
    } catch (error) {
      this.#fail(error);
    }
  }

  /** Never rejects: what is in flight beside a call that failed by a fault of ours is waited for. */
  async #call(work: Work, call: Call, answers: ItemAnswers): Promise<void> {
    try {
      const outcome = await this.#once(work, call);
      if (outcome !== null) set(answers, call, outcome);
    } catch (error) {
      this.#fail(error);
    } finally {
      this.#backlog.ended();
    }
  }

  #found({ run, answer }: FoundAnswer): Answer {
    this.#tally.found();
    this.#payers.add(run);
    return answer;
  }

  /** What is stored counts, or a judge would be shown an answer that nobody can look up again. */
  async #theirs(key: CallKey, ours: Answer): Promise<Answer> {
    const stored = (await this.#lookup([key])).get(key);
    if (stored !== undefined) this.#payers.add(stored.run);
    return stored?.answer ?? ours;
  }

  /** Two items may hold the very same call: it is looked up and asked once. */
  #once(work: Work, call: Call): Promise<Answer | Failure | null> {
    const complete = keyed(work, call);
    const pending = this.#pending.get(complete.key);
    if (pending !== undefined) return pending.finally(() => this.#tally.found());
    const outcome = this.#lookUpOrAsk(work, call, complete);
    this.#pending.set(complete.key, outcome);
    return outcome;
  }

  async #lookUpOrAsk(work: Work, call: Call, complete: Keyed): Promise<Answer | Failure | null> {
    try {
      const found = (await this.#lookup([complete.key])).get(complete.key);
      return found === undefined ? await this.#ask(work, call, complete) : this.#found(found);
    } finally {
      this.#pending.delete(complete.key); // it has been set: a look-up takes a turn
    }
  }

  /** Null when the sitting ends before there is an answer. */
  async #ask(work: Work, call: Call, complete: Keyed): Promise<Answer | Failure | null> {
    if (this.#stop.aborted) return null;
    const opened = this.#sitting.models.get(askedModel(work, call).identity);
    if (opened === undefined) throw new Error(`${askedModel(work, call).name} was not opened`);
    const { key, asked } = complete;
    const reserve = mostCost(asked, opened.price);
    if (!(await this.#budget.reserve(reserve))) {
      this.#finishWith({ kind: 'paused', why: 'budget', unsure: this.#budget.unsure });
      return null;
    }
    this.#tally.sent();
    const { messages, sampling, slot, sample } = asked;
    const origin = { experiment: work.experiment.name, context: work.context, call };
    const { attempt, attempts, firstSentAt } = await askPatiently(
      opened.model,
      { key, messages, sampling, slot, sample, origin },
      { endpoint: this.#endpoints.of(opened.model), patience: this.#patience(complete, opened.price) },
    );
    if (attempt.kind === 'stopped') {
      this.#budget.settle(reserve, 0);
      this.#tally.dropped();
      return null;
    }
    if (attempt.kind === 'failed') {
      this.#budget.settle(reserve, 0);
      this.#mayHaveCost(attempt, asked, opened.price);
      return this.#failed(opened.model, key, { failure: attempt, attempts, firstSentAt });
    }
    const cost = costOf(attempt.usage, opened.price);
    this.#budget.settle(reserve, cost ?? 0);
    this.#silence(opened.model).answered(performance.now());
    this.#tally.answered(attempt, cost);
    return this.#outrun.delete(key) ? this.#theirs(key, attempt) : attempt;
  }

  /** A call that was given up on, or whose answer was of no use, may be charged all the same. */
  #mayHaveCost({ code }: Failure, call: KeyedCall, price: Price | null): void {
    if (code === 'timeout' || code === 'bad-response') this.#budget.mayHaveCost(mostCost(call, price));
  }

  #patience({ key, text, asked }: Keyed, price: Price | null): Patience {
    const { store, run, settings } = this.#sitting;
    return {
      retries: settings.retries,
      timeoutMs: settings.timeoutMs,
      stop: this.#stop,
      onRetry: (failure) => {
        this.#mayHaveCost(failure, asked, price);
        this.#tally.retried(failure);
      },
      keep: async ({ answer, askedAt, latencyMs, attempts }) => {
        const cost = costOf(answer.usage, price);
        const stored = await store.insertAnswer({ key, call: text, run, cost, answer, askedAt, latencyMs, attempts });
        if (stored === 'exists') this.#outrun.add(key);
      },
    };
  }

  async #failed(model: LanguageModel, key: CallKey, { failure, attempts, firstSentAt }: Failed): Promise<Failure> {
    this.#tally.failed();
    this.#lastFailure = failure;
    const { store, run } = this.#sitting;
    await store.putFailure({ key, run, failure, attempts, failedAt: new Date().toISOString() });
    if (this.#silence(model).isHopeless(failure, firstSentAt)) {
      this.#finishWith({ kind: 'gave-up', model: model.name, failure });
    }
    return failure;
  }

  #silence({ identity }: LanguageModel): Silence {
    const known = this.#silences.get(identity) ?? new Silence();
    this.#silences.set(identity, known);
    return known;
  }
}

/** Calls that may be under way or wait to be: what is not stored yet, and as many again as there are places, to be sent next. */
function enoughCalls({ models, settings }: Sitting): number {
  let enough = 0;
  for (const { model } of models.values()) enough += (unstoredAPlace + 1) * ceilingOf(model, settings);
  return enough;
}

function set(answers: ItemAnswers, call: Call, outcome: Answer | Failure): void {
  answers.set(call, outcome.kind === 'failed' ? insteadOfAnswer(outcome) : outcome);
}
