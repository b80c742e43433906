import type { FailureCode } from '../../domain/answer.ts';
import type { EndpointState } from '../../domain/endpoint-record.ts';

/** Progress of a run. All counts are of calls. */
export interface Progress {
  /** Calls that the run needs in total if each is answered. */
  readonly expected: number;
  /** Answers that an earlier execution (or another run) had already paid for. */
  readonly found: number;
  readonly answered: number;
  readonly failed: number;
  readonly retries: number;
  readonly inFlight: number;
  readonly truncated: number;
  readonly dollars: number;
  /** Answers whose cost is unknown. */
  readonly unpriced: number;
  readonly outputTokens: number;
  /** Retries by failure code. */
  readonly retriesBy: Readonly<Partial<Record<FailureCode, number>>>;
  /** Endpoints that received calls so far. */
  readonly endpoints: readonly EndpointState[];
  /** Milliseconds since the start of this execution. */
  readonly elapsedMs: number;
}

/** Returns the progress of a run that already has every answer. */
export function alreadyAnswered(calls: number, dollars: number): Progress {
  const nothing = { answered: 0, failed: 0, retries: 0, inFlight: 0, truncated: 0, unpriced: 0, outputTokens: 0 };
  return { expected: calls, found: calls, ...nothing, dollars, retriesBy: {}, endpoints: [], elapsedMs: 0 };
}

/** Returns the answers per second of this execution; null before the first. A call that fails at once does not count. */
export function rate({ answered, elapsedMs }: Progress): number | null {
  return answered === 0 || elapsedMs === 0 ? null : (answered * 1000) / elapsedMs;
}

/** Returns the remaining seconds at the rate of this execution; null while the rate is unknown. */
export function secondsLeft(progress: Progress): number | null {
  const perSecond = rate(progress);
  const left = progress.expected - progress.found - progress.answered - progress.failed;
  return perSecond === null || progress.answered < 5 ? null : Math.max(0, left) / perSecond;
}
