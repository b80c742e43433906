import { setTimeout as sleep } from 'node:timers/promises';

/** Decides when to repeat an action and how long to wait in between. */
interface RetryRule<Result> {
  /** Milliseconds to wait before the next attempt; null when the result is final. Attempts are counted from 1. */
  readonly pauseAfter: (result: Result, attempts: number) => number | null;
  /** Waits between attempts; may resolve early. Default: a timer. */
  readonly wait?: (ms: number) => Promise<void>;
}

/** Repeats an action until its result is final, and returns that result. A rejected action is not repeated. */
export async function retry<Result>(action: () => Promise<Result>, rule: RetryRule<Result>): Promise<Result> {
  for (let attempts = 1; ; attempts += 1) {
    const result = await action();
    const pause = rule.pauseAfter(result, attempts);
    if (pause === null) return result;
    if (pause > 0) await (rule.wait ?? sleep)(pause);
  }
}

/**
 * Repeats a rejected action until it resolves. Rejects with the last error when `pauseAfter` returns null for it. The
 * action must be idempotent.
 */
export async function retryRejected<Value>(
  action: () => Promise<Value>,
  pauseAfter: (error: unknown, attempts: number) => number | null,
): Promise<Value> {
  const settled = await retry(() => settle(action), {
    pauseAfter: (result, attempts) => ('error' in result ? pauseAfter(result.error, attempts) : null),
  });
  if ('error' in settled) throw settled.error;
  return settled.value;
}

async function settle<Value>(
  action: () => Promise<Value>,
): Promise<{ readonly value: Value } | { readonly error: unknown }> {
  try {
    return { value: await action() };
  } catch (error) {
    return { error };
  }
}

/** Returns the pause before a retry, counted from 0, in milliseconds: it doubles from `firstMs` up to `maxMs`. */
export function exponentialPause(
  retryNumber: number,
  { firstMs, maxMs = Number.POSITIVE_INFINITY }: { readonly firstMs: number; readonly maxMs?: number },
): number {
  return Math.min(maxMs, firstMs * 2 ** retryNumber);
}
