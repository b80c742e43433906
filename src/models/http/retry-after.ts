import { serverTime } from './rate-windows.ts';

type Headers = Readonly<Record<string, string | readonly string[] | undefined>>;

/** Maximum wait for one attempt, 15 minutes, even if the server requests more. */
export const maxRetryAfterMs = 15 * 60_000;

/** The wait that a server requests, and the wait that is granted. */
export interface RetryAfter {
  readonly askedMs: number;
  /** At most `maxRetryAfterMs`. */
  readonly ms: number;
}

function first(value: string | readonly string[] | undefined): string | null {
  const text = typeof value === 'string' ? value : value?.[0];
  return text === undefined || text.trim() === '' ? null : text.trim();
}

/**
 * Reads the wait that a server requests: `retry-after-ms`, or `retry-after` in seconds or as a date on the server's
 * clock.
 */
export function retryAfterOf(headers: Headers, now: number = serverTime(headers, Date.now())): RetryAfter | null {
  const precise = first(headers['retry-after-ms']);
  const plain = first(headers['retry-after']);
  const milliseconds =
    precise !== null && /^\d+(\.\d+)?$/.test(precise)
      ? Number(precise)
      : plain !== null && /^\d+(\.\d+)?$/.test(plain)
        ? Number(plain) * 1000
        : plain === null
          ? Number.NaN
          : Date.parse(plain) - now;
  if (!Number.isFinite(milliseconds)) return null;
  const askedMs = Math.max(0, Math.ceil(milliseconds));
  return { askedMs, ms: Math.min(maxRetryAfterMs, askedMs) };
}
