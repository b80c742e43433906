import { z } from 'zod';

/** Why a limit changed: start, growth, refusal (429, 503, 529), strain (timeout, lost connection). */
const limitReasons = ['start', 'grew', 'refused', 'strained', 'paused'] as const;
export type LimitReason = (typeof limitReasons)[number];

const limitPointSchema = z.object({
  /** Milliseconds since the start of the execution. */
  atMs: z.number(),
  /** Maximum calls in flight; below 1: one call, then a pause. */
  limit: z.number().positive(),
  why: z.enum(limitReasons),
});
/** A time at which the limit, or the knowledge about it, changed. */
export type LimitPoint = Readonly<z.infer<typeof limitPointSchema>>;

export const endpointSchema = z.object({
  endpoint: z.string(),
  /** Start of the execution, ISO 8601. */
  startedAt: z.string(),
  mode: z.enum(['adaptive', 'fixed']),
  /** Upper bound on calls in flight. */
  ceiling: z.int().positive(),
  /** Largest number of calls in flight at one time. */
  mostInFlight: z.int().min(0),
  /** Attempts that were sent. */
  attempts: z.int().min(0),
  /** Attempts that the server refused for load or rate, whatever the final result of the call. */
  refused: z.int().min(0),
  /** Attempts that timed out or lost their connection. */
  strained: z.int().min(0),
  /** Milliseconds in which no call was started, because the server requested a pause or accepted no call. */
  pausedMs: z.number().min(0),
  /** At most 200 points; older points of a longer history are thinned out. */
  history: z.array(limitPointSchema),
});
/** How one endpoint handled the calls of one execution of a run. Holds no secrets. */
export type EndpointRecord = Readonly<z.infer<typeof endpointSchema>>;

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
