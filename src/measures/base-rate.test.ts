import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { bestConstant, guess } from './base-rate.ts';
import { outcomeKinds } from './outcome-kinds.ts';

describe('bestConstant', () => {
  it('is the best score of a constant answer for each weight, the lowest of an error', () => {
    const scores = (totals: ArrayLike<number>) => [totals[0] ?? 0, totals[1] ?? 0];
    const weight = (totals: ArrayLike<number>) => totals[2] ?? 0;
    expect(bestConstant(scores, weight).baseRate([3, 5, 10])).toBe(0.5);
    expect(bestConstant(scores, weight, 'lower').baseRate([3, 5, 10])).toBe(0.3);
    expect(bestConstant(scores, weight).baseRate([0, 0, 0])).toBeNull();
    expect(guess(0.25).baseRate?.([])).toBe(0.25);
  });
});

it('is in a file of its kind, and nowhere else', async () => {
  const texts = await Promise.all(
    Object.keys(outcomeKinds).map(async (kind) => ({
      kind,
      text: await readFile(new URL(`./${kind}/${kind}-measures.ts`, import.meta.url), 'utf8'),
    })),
  );
  expect(texts.filter(({ text }) => /baseRate: \(|constants:/.test(text)).map(({ kind }) => kind)).toEqual([]);
});
