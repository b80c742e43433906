/** Why a limit changed: start, growth, refusal (429, 503, 529), strain (timeout, lost connection). */
export const limitReasons = ['start', 'grew', 'refused', 'strained', 'paused'] as const;
export type LimitReason = (typeof limitReasons)[number];

/** A time at which the limit, or the knowledge about it, changed. */
export interface LimitPoint {
  /** Milliseconds since the start of the execution. */
  readonly atMs: number;
  /** Maximum calls in flight; below 1: one call, then a pause. */
  readonly limit: number;
  readonly why: LimitReason;
}

/** How one endpoint handled the calls of one execution of a run. Holds no secrets. */
export interface EndpointRecord {
  readonly endpoint: string;
  /** Start of the execution, ISO 8601. */
  readonly startedAt: string;
  readonly mode: 'adaptive' | 'fixed';
  /** Upper bound on calls in flight. */
  readonly ceiling: number;
  /** Largest number of calls in flight at one time. */
  readonly mostInFlight: number;
  /** Attempts that were sent. */
  readonly attempts: number;
  /** Attempts that the server refused for load or rate, whatever the final result of the call. */
  readonly refused: number;
  /** Attempts that timed out or lost their connection. */
  readonly strained: number;
  /** Milliseconds in which no call was started, because the server requested a pause or accepted no call. */
  readonly pausedMs: number;
  /** At most 200 points; older points of a longer history are thinned out. */
  readonly history: readonly LimitPoint[];
}

/** State of an endpoint as the user sees it during a run. */
export interface EndpointState {
  readonly endpoint: string;
  readonly mode: 'adaptive' | 'fixed';
  readonly limit: number;
  readonly inFlight: number;
  /**
   * Milliseconds until the next call is started, and the reason for the wait; null: calls are started. `givenUpInMs`:
   * milliseconds until a server that cannot be reached, refuses every call or replies with errors alone is given up; null where the server itself
   * requested the pause.
   */
  readonly waiting:
    | { readonly ms: number; readonly why: 'paused'; readonly givenUpInMs: number | null }
    | { readonly ms: number; readonly why: 'rate-limit' }
    | { readonly ms: number; readonly why: 'unreachable' | 'erring'; readonly givenUpInMs: number }
    | null;
}
