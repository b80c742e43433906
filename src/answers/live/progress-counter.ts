import type { Answer, Failure, FailureCode } from '../../domain/answer.ts';
import type { EndpointState } from '../../domain/endpoint-record.ts';
import type { RunId } from '../../domain/run-config.ts';
import type { BatchJob } from '../jobs/batch-job.ts';
import type { Ending } from './ending.ts';
import type { Progress } from './progress.ts';

const tellEveryMs = 100;

interface ProgressCounterOptions {
  readonly expected: number;
  readonly endpoints: () => readonly EndpointState[];
  readonly onProgress: (progress: Progress) => void;
}

/** Counts the progress of an execution and reports it at most ten times a second. */
export class ProgressCounter {
  readonly #options: ProgressCounterOptions;
  readonly #startedAt = performance.now();
  readonly #retriesBy: Partial<Record<FailureCode, number>> = {};
  readonly #timer: NodeJS.Timeout;
  /** Calls planned beyond the expected ones. */
  #more = 0;
  #found = 0;
  #answered = 0;
  #failed = 0;
  #lastFailure: Failure | null = null;
  #out: Extract<Ending, { readonly why: 'out' }> | null = null;
  #retries = 0;
  #inFlight = 0;
  #truncated = 0;
  #dollars = 0;
  #unpriced = 0;
  #outputTokens = 0;

  constructor(options: ProgressCounterOptions) {
    this.#options = options;
    this.#timer = setInterval(() => options.onProgress(this.snapshot()), tellEveryMs);
    this.#timer.unref();
  }

  spentBefore(dollars: number): void {
    this.#dollars = dollars;
  }

  /** Adds calls that were not expected, because answers decide whether they are needed. */
  expectMore(calls: number): void {
    this.#more += calls;
  }

  found(): void {
    this.#found += 1;
  }

  sent(): void {
    this.#inFlight += 1;
  }

  dropped(): void {
    this.#inFlight -= 1;
  }

  answered(answer: Answer, cost: number | null): void {
    this.#inFlight -= 1;
    this.#answered += 1;
    if (answer.kind === 'truncated') this.#truncated += 1;
    this.#dollars += cost ?? 0;
    if (cost === null) this.#unpriced += 1;
    this.#outputTokens += answer.usage.output ?? 0;
  }

  failed(failure: Failure): void {
    this.#inFlight -= 1;
    this.#failed += 1;
    this.#lastFailure = failure;
  }

  /** Counts a call that is not sent because a batch or a request file has it. */
  out({ intended }: BatchJob): void {
    const { run, path = null } = intended;
    const job = this.#out?.job ?? { run: run as RunId, path }; // written by intendBatch
    this.#out = { kind: 'paused', why: 'out', calls: (this.#out?.calls ?? 0) + 1, job };
  }

  retried({ code }: Failure): void {
    this.#retries += 1;
    this.#retriesBy[code] = (this.#retriesBy[code] ?? 0) + 1;
  }

  /** Returns the ending of an execution that nothing ended early. */
  ending(): Ending {
    if (this.#out !== null) return this.#out;
    if (this.#lastFailure === null) return { kind: 'finished' };
    return { kind: 'incomplete', failed: this.#failed, failure: this.#lastFailure };
  }

  snapshot(): Progress {
    return {
      expected: this.#options.expected + this.#more,
      found: this.#found,
      answered: this.#answered,
      failed: this.#failed,
      retries: this.#retries,
      inFlight: this.#inFlight,
      truncated: this.#truncated,
      dollars: this.#dollars,
      unpriced: this.#unpriced,
      outputTokens: this.#outputTokens,
      retriesBy: { ...this.#retriesBy },
      endpoints: this.#options.endpoints(),
      elapsedMs: performance.now() - this.#startedAt,
    };
  }

  close(): void {
    clearInterval(this.#timer);
    this.#options.onProgress(this.snapshot());
  }
}
