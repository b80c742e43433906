import { describe, expect, it, vi } from 'vitest';
import { exponentialPause, retry, retryRejected } from './retry.ts';

describe('retry', () => {
  it('repeats until the result is final, counts attempts from 1, and waits only for a pause above 0', async () => {
    const results = ['busy', 'gone', 'done'];
    const seen: unknown[] = [];
    const wait = vi.fn(async () => {});
    const last = await retry(async () => results.shift() ?? 'too often', {
      pauseAfter: (result, attempts) => {
        seen.push([result, attempts]);
        return result === 'done' ? null : result === 'busy' ? 20 : 0;
      },
      wait,
    });
    expect(last).toBe('done');
    expect(seen).toEqual([
      ['busy', 1],
      ['gone', 2],
      ['done', 3],
    ]);
    expect(wait.mock.calls).toEqual([[20]]);
  });

  it('does not repeat an action that rejects', async () => {
    const action = vi.fn(() => Promise.reject(new Error('defect')));
    await expect(retry(action, { pauseAfter: () => 0 })).rejects.toThrow('defect');
    expect(action).toHaveBeenCalledTimes(1);
  });
});

describe('retryRejected', () => {
  it('returns the value of the first attempt that resolves', async () => {
    let calls = 0;
    const action = async () => {
      calls += 1;
      if (calls < 3) throw new Error('locked');
      return undefined; // undefined is a valid result
    };
    await expect(retryRejected(action, () => 0)).resolves.toBeUndefined();
    expect(calls).toBe(3);
  });

  it('rejects with the last error when it is final', async () => {
    let calls = 0;
    const action = async () => {
      calls += 1;
      throw new Error(`locked ${calls}`);
    };
    await expect(retryRejected(action, (_, attempts) => (attempts === 2 ? null : 0))).rejects.toThrow('locked 2');
  });
});

describe('exponentialPause', () => {
  it('doubles from the first pause up to the longest', () => {
    const pauses = [0, 1, 2, 3].map((number) => exponentialPause(number, { firstMs: 100, maxMs: 500 }));
    expect(pauses).toEqual([100, 200, 400, 500]);
  });
});
