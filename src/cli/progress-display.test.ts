import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import type { EndpointState } from '../call/endpoint-record.ts';
import { alreadyAnswered, type Progress } from '../call/progress.ts';
import { progressDisplay } from './progress-display.ts';

function shown(endpoints: readonly EndpointState[]): string {
  const progress: Progress = {
    expected: 100,
    found: 0,
    answered: 10,
    failed: 0,
    retries: 3,
    inFlight: 4,
    truncated: 0,
    dollars: 0,
    unpriced: 0,
    outputTokens: 0,
    retriesBy: { 'rate-limited': 3 },
    endpoints,
    elapsedMs: 2000,
  };
  const stream = new PassThrough() as PassThrough & NodeJS.WriteStream; // no terminal, which is all that is asked of it
  progressDisplay(stream).end(progress);
  return String(stream.read());
}

const endpoint = { endpoint: 'https://models.example/v1', mode: 'adaptive', limit: 12, inFlight: 4 } as const;

it('says how many calls go out at once, where that was found out', () => {
  expect(shown([{ ...endpoint, waiting: null }])).toContain('3 retries (rate-limited), 12 at once, about');
  expect(shown([{ ...endpoint, mode: 'fixed', waiting: null }])).not.toContain('at once');
  expect(shown([{ ...endpoint, waiting: { ms: 300, why: 'paused' } }])).toContain('12 at once');
});

it('does not say the last line twice where lines stay', () => {
  const stream = new PassThrough() as PassThrough & NodeJS.WriteStream; // no terminal, which is all that is asked of it
  const display = progressDisplay(stream);
  display.show(alreadyAnswered(6, 0));
  display.end(alreadyAnswered(6, 0));
  expect(String(stream.read())).toBe('6/6 calls (100 %), 6 already answered\n');
});

it('says what is waited for', () => {
  expect(shown([{ ...endpoint, waiting: { ms: 12_400, why: 'paused' } }])).toContain(
    'models.example paused, next call in 12 s',
  );
  expect(shown([{ ...endpoint, mode: 'fixed', waiting: { ms: 90_000, why: 'rate-limit' } }])).toContain(
    'models.example at its rate limit, next call in 1 min 30 s',
  );
});
