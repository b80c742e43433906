/** Why a limit came to be what it is: begun, grown, refused (429, 503, 529), strained (time-out, lost connection). */
export const limitReasons = ['start', 'grew', 'refused', 'strained', 'paused'] as const;
export type LimitReason = (typeof limitReasons)[number];

/** A moment at which the limit, or what is known of it, changed. */
export interface LimitPoint {
  /** Milliseconds since the sitting began. */
  readonly atMs: number;
  /** Calls in flight; below 1: one call and then a rest. */
  readonly limit: number;
  readonly why: LimitReason;
}

/** How one endpoint took the calls of one sitting of a run. Holds no secret. */
export interface EndpointRecord {
  readonly endpoint: string;
  /** When the sitting began, ISO 8601. */
  readonly startedAt: string;
  readonly mode: 'adaptive' | 'fixed';
  /** Calls in flight that were never passed. */
  readonly ceiling: number;
  /** The most that there were. */
  readonly mostInFlight: number;
  /** Attempts that were sent. */
  readonly attempts: number;
  /** Of them: refused as too many or too much, whatever became of the call. */
  readonly refused: number;
  /** Of them: timed out or lost. */
  readonly strained: number;
  /** Milliseconds in which nothing was started, because the server asked for it or took nothing. */
  readonly pausedMs: number;
  /** At most 200 points; of a longer history the older ones are thinned out. */
  readonly history: readonly LimitPoint[];
}

/** What a user sees of an endpoint while a run goes on. */
export interface EndpointState {
  readonly endpoint: string;
  readonly mode: 'adaptive' | 'fixed';
  readonly limit: number;
  readonly inFlight: number;
  /**
   * Milliseconds until a call is started again, and what is waited for; null: calls are started. `givenUpInMs`: for a server
   * that cannot be reached, milliseconds until it is given up.
   */
  readonly waiting:
    | { readonly ms: number; readonly why: 'paused' | 'rate-limit' }
    | { readonly ms: number; readonly why: 'unreachable'; readonly givenUpInMs: number }
    | null;
}
