import { readdirSync, readFileSync } from 'node:fs';
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

it('is in the file of base rates of its kind, and nowhere else', () => {
  const files = Object.keys(outcomeKinds).flatMap((kind) =>
    readdirSync(new URL(`./${kind}/`, import.meta.url)).map((name) => `${kind}/${name}`),
  );
  const others = files.filter((file) => /(?<!-base-rates)(?<!\.test)\.ts$/.test(file));
  const texts = others.map((file) => [file, readFileSync(new URL(file, import.meta.url), 'utf8')] as const);
  expect(texts.filter(([, text]) => /baseRate: \(|constants:/.test(text)).map(([file]) => file)).toEqual([]);
});
