import { expect, test } from 'vitest';
import { maxRetryAfterMs, retryAfterOf } from './retry-after.ts';

const now = Date.parse('2026-11-20T10:00:00Z');

test.each([
  [{ 'retry-after': '2' }, 2000],
  [{ 'retry-after': '0.25' }, 250],
  [{ 'retry-after': ['7'] }, 7000],
  [{ 'retry-after': 'Fri, 20 Nov 2026 10:00:30 GMT' }, 30_000],
  [{ 'retry-after': 'Fri, 20 Nov 2026 09:00:00 GMT' }, 0],
  [{ 'retry-after': '1', 'retry-after-ms': '1500' }, 1500],
  [{ 'retry-after': '99999999' }, maxRetryAfterMs],
  [{ 'retry-after': 'soon' }, null],
  [{ 'retry-after': '' }, null],
  [{}, null],
])('%j', (headers, expected) => {
  expect(retryAfterOf(headers, now)?.ms ?? null).toBe(expected);
});

test('caps an excessive wait, and keeps the requested one', () => {
  expect(retryAfterOf({ 'retry-after': '1000000000' }, now)).toEqual({ askedMs: 1e12, ms: maxRetryAfterMs });
  expect(retryAfterOf({ 'retry-after': 'Fri, 31 Dec 9999 23:59:59 GMT' }, now)?.ms).toBe(maxRetryAfterMs);
});
