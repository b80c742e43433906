import type { FailureCode } from '../domain/answer.ts';
import type { EndpointState } from '../domain/endpoint-record.ts';

/** What a run has come to so far. Counts are of calls. */
export interface Progress {
  /** Calls that the run needs in all, if each is answered. */
  readonly expected: number;
  /** Answers that an earlier sitting (or another run) had already paid for. */
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
  /** Retries by what caused them. */
  readonly retriesBy: Readonly<Partial<Record<FailureCode, number>>>;
  /** Those that calls were sent to so far. */
  readonly endpoints: readonly EndpointState[];
  /** Milliseconds since this sitting began. */
  readonly elapsedMs: number;
}

/** Of a run that has every answer already. */
export function alreadyAnswered(calls: number, dollars: number): Progress {
  const nothing = { answered: 0, failed: 0, retries: 0, inFlight: 0, truncated: 0, unpriced: 0, outputTokens: 0 };
  return { expected: calls, found: calls, ...nothing, dollars, retriesBy: {}, endpoints: [], elapsedMs: 0 };
}

/** Answers a second of this sitting; null before the first. A call that fails at once is no progress. */
export function rate({ answered, elapsedMs }: Progress): number | null {
  return answered === 0 || elapsedMs === 0 ? null : (answered * 1000) / elapsedMs;
}

/** Seconds that the rest takes at the rate of this sitting; null while that cannot be said. */
export function secondsLeft(progress: Progress): number | null {
  const perSecond = rate(progress);
  const left = progress.expected - progress.found - progress.answered - progress.failed;
  return perSecond === null || progress.answered < 5 ? null : Math.max(0, left) / perSecond;
}
