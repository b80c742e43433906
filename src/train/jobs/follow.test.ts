import { describe, expect, test } from 'vitest';
import { pollDelay } from './follow.ts';

describe('pollDelay', () => {
  test('rises from 15 s to 120 s and stays there', () => {
    const delays = Array.from({ length: 40 }, (_, poll) => pollDelay(poll, () => 0.5));
    expect(delays[0]).toBe(15_000);
    expect(delays.at(-1)).toBe(120_000);
    expect(delays).toEqual(delays.toSorted((a, b) => a - b));
  });

  test('is spread by a quarter to either side', () => {
    expect(pollDelay(0, () => 0)).toBe(11_250);
    expect(pollDelay(0, () => 1)).toBe(18_750);
  });
});
