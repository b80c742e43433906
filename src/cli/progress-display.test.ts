import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import type { EndpointState } from '../domain/endpoint-record.ts';
import { alreadyAnswered, type Progress } from '../execute/progress.ts';
import { progressDisplay } from './progress-display.ts';

function progressWith(endpoints: readonly EndpointState[], more: Partial<Progress> = {}): Progress {
  return {
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
    ...more,
  };
}

/** A terminal is told at once, what is no terminal only after a second. */
function terminal(): PassThrough & NodeJS.WriteStream {
  return Object.assign(new PassThrough(), { isTTY: true, columns: 300 }) as unknown as PassThrough & NodeJS.WriteStream; // all that is asked of it
}

function shown(endpoints: readonly EndpointState[], more: Partial<Progress> = {}): string {
  const stream = terminal();
  progressDisplay(stream).show(progressWith(endpoints, more));
  return String(stream.read());
}

const endpoint = { endpoint: 'https://models.example/v1', mode: 'adaptive', limit: 12, inFlight: 4 } as const;

it('says how many calls go out at once, where that was found out', () => {
  expect(shown([{ ...endpoint, waiting: null }])).toContain('3 retries (rate-limited), 12 at once, about');
  expect(shown([{ ...endpoint, limit: 6.5, waiting: null }])).toContain(' 7 at once');
  expect(shown([{ ...endpoint, mode: 'fixed', waiting: null }])).not.toContain('at once');
  expect(shown([{ ...endpoint, waiting: { ms: 300, why: 'paused' } }])).toContain('12 at once');
});

it('does not say the last line twice where lines stay', () => {
  const stream = new PassThrough() as PassThrough & NodeJS.WriteStream; // no terminal, which is all that is asked of it
  const display = progressDisplay(stream);
  display.show(alreadyAnswered(6, 0));
  display.end(alreadyAnswered(6, 0), true);
  expect(String(stream.read())).toBe('6/6 calls (100 %), 6 already answered\n');
});

it('says how long the rest takes while the run goes on, and not of one that ends', () => {
  const stream = terminal();
  const display = progressDisplay(stream);
  display.show(progressWith([]));
  expect(String(stream.read())).toMatch(/, about 18 s left$/);
  display.end(progressWith([]), false);
  expect(String(stream.read())).not.toContain('left');
});

it('does not leave a finished run at a part of its calls: answers may make others needless', () => {
  const stream = terminal();
  progressDisplay(stream).end(progressWith([], { answered: 90 }), true);
  expect(String(stream.read())).toContain('90/90 calls (100 %), 10 more were not needed');
});

it('says nothing of money where no price is known but of how many calls', () => {
  expect(shown([], { unpriced: 10 })).toContain('(rate-limited), 10 of unknown price, about');
  expect(shown([], { unpriced: 4, dollars: 0.5 })).toContain('$0.5000 + 4 of unknown price');
});

it('says what is waited for', () => {
  expect(shown([{ ...endpoint, waiting: { ms: 12_400, why: 'paused' } }])).toContain(
    'models.example paused, next call in 12 s',
  );
  expect(shown([{ ...endpoint, mode: 'fixed', waiting: { ms: 90_000, why: 'rate-limit' } }])).toContain(
    'models.example at its rate limit, next call in 1 min 30 s',
  );
});

it.each([true, false])('shows control characters of an endpoint as text when isTTY is %s', (isTTY) => {
  const stream = terminal();
  stream.isTTY = isTTY;
  const waiting = { ms: 5000, why: 'paused' } as const;
  progressDisplay(stream).show(progressWith([{ ...endpoint, endpoint: 'evil\u001b]52;c;QQ==\u0007', waiting }]));
  const text = String(stream.read()).replace(/^\r\u001b\[2K/, '');
  expect(text).toContain('evil\\u001b]52;c;QQ==\\u0007 paused');
  expect(text).not.toMatch(/[\u0007\u001b]/);
});
