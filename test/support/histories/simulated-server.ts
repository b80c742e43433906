import type { Answer, Attempt } from '../../../src/domain/answer.ts';
import type { CallKey } from '../../../src/domain/call.ts';
import { answerCost, type Price } from '../../../src/domain/price.ts';
import type { RunId } from '../../../src/domain/run-config.ts';
import { failed } from '../../../src/models/failures/failure.ts';
import type { LanguageModel, ModelRequest } from '../../../src/models/language-model.ts';
import { seededRandom } from '../../../src/util/random.ts';
import type { Scenario } from './scenario.ts';
import type { SimulatedStore } from './simulated-store.ts';
import { type SimulatedProcess, virtualTime } from './virtual-time.ts';

/** US dollars for a million tokens: a call costs about a cent. */
export const simulatedPrice: Price = { input: 100, output: 1000, cachedInput: null };

/** Milliseconds after which a process without its lease has noticed that: it renews it every 10 s. */
const leaseMs = 30_000;

interface InFlight {
  readonly process: SimulatedProcess;
  readonly key: CallKey;
}

const never = new AbortController().signal;

/** A model server with faults. It knows what it has charged, and what must never be sent to it. */
export class SimulatedServer {
  readonly #scenario: Scenario;
  readonly #store: SimulatedStore;
  readonly #inFlight = new Set<InFlight>();
  readonly #charged = new Map<RunId, number>();
  /** Returns whether a call that a process sends is in a request file. */
  onSent: (key: CallKey) => boolean = () => false;
  /** Virtual time of the last request or reply. */
  lastProgress = 0;

  constructor(scenario: Scenario, store: SimulatedStore) {
    this.#scenario = scenario;
    this.#store = store;
    scenario.onKill = (process) => {
      for (const call of this.#inFlight) {
        if (call.process !== process) continue;
        scenario.counts.inFlightAtKills += 1;
        this.#inFlight.delete(call);
      }
    };
  }

  /** Calls whose replies living processes wait for. */
  get inFlight(): number {
    return this.#inFlight.size;
  }

  isInFlight(key: CallKey): boolean {
    return [...this.#inFlight].some((call) => call.key === key);
  }

  /** US dollars that were charged for a run. */
  chargedFor(run: RunId): number {
    return this.#charged.get(run) ?? 0;
  }

  charge(run: RunId, answer: Answer, factor = 1): void {
    this.#charged.set(run, this.chargedFor(run) + factor * (answerCost(answer, simulatedPrice) ?? 0));
  }

  /** Returns the answer of the server to a request, without faults. */
  answerOf(base: LanguageModel, request: ModelRequest): Promise<Attempt> {
    return base.ask({ ...request, signal: never });
  }

  /** Returns the model as a process calls it for a run. */
  modelFor(base: LanguageModel, run: RunId, process: SimulatedProcess): LanguageModel {
    return {
      name: base.name,
      identity: base.identity,
      endpoint: base.endpoint,
      defaultConcurrency: 8,
      capacity: this.#scenario.random() < 0.5 ? 'known' : 'unknown',
      ask: (request) => this.#receive(request, { base, run, process }),
      close: async () => {},
    };
  }

  #receive(
    request: ModelRequest,
    { base, run, process }: { readonly base: LanguageModel; readonly run: RunId; readonly process: SimulatedProcess },
  ): Promise<Attempt> {
    const { faults, counts, random } = this.#scenario;
    this.#checkSent(request.key, run, process);
    counts.calls += 1;
    const call: InFlight = { process, key: request.key };
    this.#inFlight.add(call);
    request.signal.addEventListener('abort', () => {
      if (this.#inFlight.delete(call)) counts.undelivered += 1;
    });
    const pathMs = random() * 40;
    return new Promise((resolve, reject) => {
      const reply = (ms: number, attempt: Attempt) =>
        virtualTime.after(
          ms,
          () => {
            this.#inFlight.delete(call);
            this.lastProgress = virtualTime.now();
            resolve(attempt);
          },
          process,
        );
      if (this.#scenario.happens(faults.unreached))
        return reply(pathMs, failed('network', 'connection refused', { unreached: true, retryable: true }));
      const answer = async () => {
        const refusal = this.#refusal(request.key);
        if (refusal !== null) return reply(pathMs, refusal);
        const attempt = await this.answerOf(base, request);
        if (attempt.kind !== 'failed') this.charge(run, attempt);
        reply(this.#workMs(), this.#lost() ?? attempt);
      };
      virtualTime.after(pathMs, () => void answer().catch(reject), null); // whether the process lives or not
    });
  }

  #workMs(): number {
    const { faults, random } = this.#scenario;
    return faults.latencyMs * (0.3 + random() * 1.4) + (this.#scenario.happens(faults.slow) ? random() * 100_000 : 0);
  }

  /** Returns a refusal of a request, which costs nothing; null: the server does the work. */
  #refusal(key: CallKey): Attempt | null {
    const { faults, random } = this.#scenario;
    if (this.#scenario.happens(faults.refused)) {
      const retryAfterMs = random() < 0.5 ? random() * 5_000 : null;
      return failed('rate-limited', 'slow down', { status: 429, retryAfterMs });
    }
    const isInvalid = faults.invalid > 0 && seededRandom('invalid', key)() < 0.05; // each time
    return isInvalid ? failed('invalid-request', 'this prompt is refused', { status: 400 }) : null;
  }

  /** Returns the failure that hides an answer from its process; null: it arrives. */
  #lost(): Attempt | null {
    const { faults, counts } = this.#scenario;
    const isLost = this.#scenario.happens(faults.lost);
    if (!isLost && !this.#scenario.happens(faults.serverError)) return null;
    counts.lostReplies += 1;
    return isLost ? failed('network', 'connection lost') : failed('server-error', 'bad gateway', { status: 502 });
  }

  /** Checks a call that arrives: that its process may send it, and that no answer of it is stored or on its way. */
  #checkSent(key: CallKey, run: RunId, process: SimulatedProcess): void {
    this.lastProgress = virtualTime.now();
    const problem = (what: string) => this.#scenario.problems.push(`process ${process.pid} sent a call ${what}`);
    if (process.state !== 'running') problem('although it has ended');
    if (this.onSent(key) && this.hasClaims) problem('that is in a request file');
    const otherMs = this.#store.heldByOtherMs(run, process);
    if (otherMs > (this.#isUndisturbed() ? 0 : leaseMs))
      problem(`${(otherMs / 1000).toFixed(1)} s after another process took the lease on its run`);
    const writer = this.#store.storedBy(key);
    if (writer === process) problem('whose answer it had stored');
    if (writer !== null && this.#endedBefore(writer, process)) problem('whose answer an earlier process had stored');
    const twins = [...this.#inFlight].filter((call) => call.key === key);
    if (twins.some((call) => call.process === process)) problem('that it already had in flight');
    if (twins.length > 0 && this.#isUndisturbed()) problem('that another process had in flight');
  }

  #endedBefore(earlier: SimulatedProcess, later: SimulatedProcess): boolean {
    return earlier !== later && earlier.endedAt !== null && earlier.endedAt < later.startedAt;
  }

  /** Whether nothing has happened that lets two processes miss each other's claims. */
  #isUndisturbed(): boolean {
    const { counts, faults } = this.#scenario;
    return counts.suspensions + counts.clockJumps + faults.slowCommit + faults.busy === 0;
  }

  /** Whether, moreover, every claim was written at the first attempt: a file may get a call whose claim comes too late. */
  get hasClaims(): boolean {
    const { full, ioErrors } = this.#scenario.counts;
    return this.#isUndisturbed() && full + ioErrors === 0;
  }
}
