import { serverTime } from './rate-windows.ts';

type Headers = Readonly<Record<string, string | readonly string[] | undefined>>;

const longestWaitMs = 24 * 3_600_000;

function first(value: string | readonly string[] | undefined): string | null {
  const text = typeof value === 'string' ? value : value?.[0];
  return text === undefined || text.trim() === '' ? null : text.trim();
}

/** Milliseconds that a server asks to wait: `retry-after-ms`, or `retry-after` in seconds or as a date by its own clock. */
export function retryAfterMs(headers: Headers, now: number = serverTime(headers, Date.now())): number | null {
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
  return Math.min(longestWaitMs, Math.max(0, Math.ceil(milliseconds)));
}
