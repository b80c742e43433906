import { expect, test } from 'vitest';
import { rateWindows } from './rate-windows.ts';

test("reads OpenAI's headers, with the reset as a duration", () => {
  const headers = {
    'x-ratelimit-limit-requests': '500',
    'x-ratelimit-remaining-requests': '0',
    'x-ratelimit-reset-requests': '1h6m0s',
    'x-ratelimit-limit-tokens': '30000',
    'x-ratelimit-remaining-tokens': ['29000'],
    'x-ratelimit-reset-tokens': '120ms',
  };
  expect(rateWindows(headers)).toEqual([
    { unit: 'requests', limit: 500, remaining: 0, resetMs: 3_960_000 },
    { unit: 'tokens', limit: 30_000, remaining: 29_000, resetMs: 120 },
  ]);
});

test("reads Anthropic's headers, with the reset as a time on the server's clock", () => {
  const headers = {
    date: 'Fri, 20 Nov 2026 10:00:00 GMT',
    'anthropic-ratelimit-tokens-remaining': '12',
    'anthropic-ratelimit-tokens-reset': '2026-11-20T10:00:30Z',
  };
  const hoursOff = Date.parse('2026-11-20T04:00:00Z');
  expect(rateWindows(headers, hoursOff)).toEqual([{ unit: 'tokens', limit: null, remaining: 12, resetMs: 30_000 }]);
});

test.each([
  {},
  { 'x-ratelimit-remaining-requests': '5' },
  { 'x-ratelimit-remaining-requests': '-1', 'x-ratelimit-reset-requests': '1s' },
  { 'x-ratelimit-remaining-requests': '5', 'x-ratelimit-reset-requests': 'soon' },
  { 'x-ratelimit-remaining-requests': 'NaN', 'x-ratelimit-reset-requests': '1s' },
])('returns nothing for %j', (headers) => {
  expect(rateWindows(headers)).toEqual([]);
});
