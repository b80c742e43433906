/** What remains of a rate limit, in requests or tokens, as the server reports it. */
export interface RateWindow {
  readonly unit: 'requests' | 'tokens';
  /** Maximum per window; null where it is not reported. */
  readonly limit: number | null;
  readonly remaining: number;
  /** Milliseconds until the window is full again. */
  readonly resetMs: number;
}

type Headers = Readonly<Record<string, string | readonly string[] | undefined>>;

/** Names of the headers for limit, remaining and reset. */
const families = [
  ['requests', 'x-ratelimit-limit-requests', 'x-ratelimit-remaining-requests', 'x-ratelimit-reset-requests'],
  ['tokens', 'x-ratelimit-limit-tokens', 'x-ratelimit-remaining-tokens', 'x-ratelimit-reset-tokens'],
  [
    'requests',
    'anthropic-ratelimit-requests-limit',
    'anthropic-ratelimit-requests-remaining',
    'anthropic-ratelimit-requests-reset',
  ],
  [
    'tokens',
    'anthropic-ratelimit-tokens-limit',
    'anthropic-ratelimit-tokens-remaining',
    'anthropic-ratelimit-tokens-reset',
  ],
] as const;

const unitMs: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Returns the milliseconds of `6m0s`, `1h2m3.5s`, `17ms` or `12.3` (seconds). */
function durationMs(text: string): number | null {
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text) * 1000;
  if (!/^(\d+(\.\d+)?(ms|s|m|h|d))+$/.test(text)) return null;
  let sum = 0;
  for (const [, amount = '', unit = ''] of text.matchAll(/(\d+(?:\.\d+)?)(ms|s|m|h|d)/g)) {
    sum += Number(amount) * (unitMs[unit] ?? 0);
  }
  return sum;
}

function text(headers: Headers, name: string): string | null {
  const value = headers[name];
  return typeof value === 'string' ? value.trim() : (value?.[0]?.trim() ?? null);
}

function count(given: string | null): number | null {
  return given !== null && /^\d+$/.test(given) ? Number(given) : null;
}

/** Returns the server's time if it sends one, so that an incorrect local clock does not matter. */
export function serverTime(headers: Headers, now: number): number {
  const date = Date.parse(text(headers, 'date') ?? '');
  return Number.isNaN(date) ? now : date;
}

function resetMs(headers: Headers, name: string, now: number): number | null {
  const given = text(headers, name);
  if (given === null) return null;
  const plain = durationMs(given);
  if (plain !== null) return plain;
  const at = /^\d{4}-\d\d-\d\dT/.test(given) ? Date.parse(given) : Number.NaN;
  return Number.isNaN(at) ? null : Math.max(0, at - serverTime(headers, now));
}

/** Returns the rate limits in OpenAI's and Anthropic's headers, which some other servers send too; most send none. */
export function rateWindows(headers: Headers, now: number = Date.now()): readonly RateWindow[] {
  const windows: RateWindow[] = [];
  for (const [unit, limit, remaining, reset] of families) {
    const left = headers[remaining] === undefined ? null : count(text(headers, remaining));
    const untilFull = left === null ? null : resetMs(headers, reset, now);
    if (left === null || untilFull === null) continue;
    windows.push({ unit, limit: count(text(headers, limit)), remaining: left, resetMs: untilFull });
  }
  return windows;
}
