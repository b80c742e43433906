import { PassThrough } from 'node:stream';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { alreadyAnswered, type Progress } from '../../answers/live/progress.ts';
import type { EndpointState } from '../../domain/endpoint-record.ts';
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

/** A terminal gets each line at once; another stream gets lines a second apart. */
function terminal(): PassThrough & NodeJS.WriteStream {
  return Object.assign(new PassThrough(), { isTTY: true, columns: 300 }) as unknown as PassThrough & NodeJS.WriteStream; // the fields that are read
}

const priced = { countUnpriced: true };

function shown(endpoints: readonly EndpointState[], more: Partial<Progress> = {}): string {
  const stream = terminal();
  progressDisplay(priced, stream).show(progressWith(endpoints, more));
  return String(stream.read());
}

const endpoint = { endpoint: 'https://models.example/v1', mode: 'adaptive', limit: 12, inFlight: 4 } as const;

afterEach(() => {
  vi.useRealTimers();
});

describe('progressDisplay', () => {
  it('shows the limit of concurrent calls of an adaptive endpoint', () => {
    expect(shown([{ ...endpoint, waiting: null }])).toContain('3 retries (rate-limited), 12 at once, about');
    expect(shown([{ ...endpoint, limit: 6.5, waiting: null }])).toContain(' 7 at once');
    expect(shown([{ ...endpoint, waiting: { ms: 9_000, why: 'erring', givenUpInMs: 68_000 } }])).toContain(
      'models.example replies with errors alone, next try in 9 s, giving up in 1 min 8 s',
    );
    expect(shown([{ ...endpoint, mode: 'fixed', waiting: null }])).not.toContain('at once');
    expect(shown([{ ...endpoint, waiting: { ms: 300, why: 'paused', givenUpInMs: null } }])).toContain('12 at once');
  });

  it('shows when a server that refuses every call is tried next and given up', () => {
    const waiting = { ms: 4_000, why: 'paused', givenUpInMs: 200_000 } as const;
    expect(shown([{ ...endpoint, waiting }])).toContain(
      'models.example refuses calls for now, next try in 4 s, giving up in 3 min 20 s',
    );
  });

  it('names each of several endpoints', () => {
    const other = { ...endpoint, endpoint: 'http://127.0.0.1:8080/v1', limit: 2 };
    expect(shown([endpoint, other].map((each) => ({ ...each, waiting: null })))).toContain(
      'models.example 12 at once, 127.0.0.1:8080 2 at once',
    );
  });

  it('prints the last line once outside a terminal', () => {
    const stream = new PassThrough() as PassThrough & NodeJS.WriteStream; // not a terminal
    const display = progressDisplay(priced, stream);
    display.show(alreadyAnswered(6, 0));
    display.end(alreadyAnswered(6, 0), true);
    expect(String(stream.read())).toBe('6/6 calls (100 %), 6 already answered\n');
  });

  it('estimates the remaining time during the run, but not at its end', () => {
    const stream = terminal();
    const display = progressDisplay(priced, stream);
    display.show(progressWith([]));
    expect(String(stream.read())).toMatch(/, about 18 s left$/);
    display.end(progressWith([]), false);
    expect(String(stream.read())).not.toContain('left');
  });

  it('shows all calls as done at the end, when answers made some unnecessary', () => {
    const stream = terminal();
    progressDisplay(priced, stream).end(progressWith([], { answered: 90 }), true);
    expect(String(stream.read())).toContain('90/90 calls (100 %), 10 planned calls were not needed');
  });

  it('shows the limit only while calls are answered', () => {
    const endpoints: readonly EndpointState[] = [{ ...endpoint, waiting: null }];
    expect(shown(endpoints, { answered: 0, failed: 1 })).not.toContain('at once');
    const stream = terminal();
    progressDisplay(priced, stream).end(progressWith(endpoints), false);
    expect(String(stream.read())).not.toContain('at once');
  });

  it('does not count answers of unknown price of the user’s own server', () => {
    const stream = terminal();
    progressDisplay({ countUnpriced: false }, stream).show(progressWith([], { unpriced: 10 }));
    expect(String(stream.read())).not.toContain('unknown price');
  });

  it('shows tokens per second', () => {
    expect(shown([], { outputTokens: 84 })).toContain('5.0/s, 42 tokens/s');
  });

  it('outside a terminal, prints a line per tenth of the calls and when calls start to wait', () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const stream = new PassThrough() as PassThrough & NodeJS.WriteStream; // not a terminal, which is all that is read of it
    const display = progressDisplay(priced, stream);
    for (let answered = 0; answered <= 100; answered += 1) {
      display.show(progressWith([], { answered }));
      vi.advanceTimersByTime(1500);
    }
    expect(String(stream.read()).trimEnd().split('\n')).toHaveLength(11);
    const waiting = { ms: 12_000, why: 'paused', givenUpInMs: null } as const;
    display.show(progressWith([{ ...endpoint, waiting }], { answered: 100 }));
    expect(String(stream.read())).toContain('models.example refuses calls for now, next try in 12 s');
  });

  it('counts calls of unknown price instead of money', () => {
    expect(shown([], { unpriced: 10 })).toContain('(rate-limited), 10 of unknown price, about');
    expect(shown([], { unpriced: 4, dollars: 0.5 })).toContain('$0.5000 + 4 of unknown price');
  });

  it('shows which endpoint waits, why, and for how long', () => {
    expect(shown([{ ...endpoint, waiting: { ms: 12_400, why: 'paused', givenUpInMs: null } }])).toContain(
      'models.example refuses calls for now, next try in 13 s',
    );
    const waiting = { ms: 300, why: 'unreachable', givenUpInMs: 400 } as const;
    expect(shown([{ ...endpoint, waiting }])).toContain('cannot be reached, next try in 1 s, giving up in 1 s');
    expect(shown([{ ...endpoint, waiting: { ms: 9_000, why: 'erring', givenUpInMs: 68_000 } }])).toContain(
      'models.example replies with errors alone, next try in 9 s, giving up in 1 min 8 s',
    );
    expect(shown([{ ...endpoint, mode: 'fixed', waiting: { ms: 90_000, why: 'rate-limit' } }])).toContain(
      'models.example at its rate limit, next call in 1 min 30 s',
    );
  });

  it.each([true, false])('shows control characters of an endpoint as text when isTTY is %s', (isTTY) => {
    const stream = terminal();
    stream.isTTY = isTTY;
    const waiting = { ms: 5000, why: 'paused', givenUpInMs: null } as const;
    progressDisplay(priced, stream).show(
      progressWith([{ ...endpoint, endpoint: 'evil\u001b]52;c;QQ==\u0007', waiting }]),
    );
    const text = String(stream.read()).replace(/^\r\u001b\[2K/, '');
    expect(text).toContain('evil\\u001b]52;c;QQ==\\u0007 refuses calls');
    expect(text).not.toMatch(/[\u0007\u001b]/);
  });
});
