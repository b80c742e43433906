import { describe, expect, it } from 'vitest';
import { lehmer } from '../../../test/support/stats/lehmer.ts';
import { chanceAgreement, confusionOf, confusionTally } from '../binary/confusion.ts';
import { chanceAgreementControl, similarityControl } from './cross-controls.ts';
import type { Control } from './self-access-design.ts';

const models = 3;

/** Predictions (columns 0 to 2) and outcomes (3 to 5) of three models on 400 items. */
const numbers = lehmer(19, 400 * 2 * models);
const behaved = Array.from({ length: 400 }, (_, item) =>
  [0.2, 0.5, 0.9, 0.7, 0.4, 0.1].map((rate, column) => Number(numbers[6 * item + column]! < rate)),
);

const chanceOf = (items: typeof behaved): Control =>
  chanceAgreementControl({
    models,
    items: items.length,
    said: (item, model) => items[item]![model]!,
    held: (item, model) => items[item]![models + model]!,
  });

/** Similarity is observed on two items of three, and for the last model with itself on none. */
const likenessOf = (items: typeof behaved): Control =>
  similarityControl({
    models,
    items: items.length,
    weight: (item) => 1 + items[item]![0]!,
    alike: (item, one, other) => {
      const row = items[item]!;
      if (row[1] === 1 || (one === 2 && other === 2)) return null;
      return Number(row[models + one] === row[models + other]);
    },
  });

it('computes chance agreement from the counts', () => {
  const { values } = chanceOf(behaved);
  for (let a = 0; a < models; a += 1) {
    for (let b = 0; b < models; b += 1) {
      const tally = confusionTally(behaved.map((row) => ({ forecast: row[a] === 1, outcome: row[models + b]! })));
      expect(values[a]![b]).toBeCloseTo(chanceAgreement(confusionOf(tally))!, 12);
    }
  }
});

it('averages similarity over the items where it is observed, and is 1 without any', () => {
  const { values } = likenessOf([
    [1, 0, 0, 1, 1, 0],
    [0, 0, 0, 1, 0, 0],
    [0, 1, 0, 0, 1, 1],
  ]);
  expect(values).toEqual([
    [1, 2 / 3, 0],
    [2 / 3, 1, 1 / 3],
    [0, 1 / 3, 1],
  ]);
});

describe.each([
  ['chance agreement', chanceOf],
  ['likeness', likenessOf],
] as const)('%s', (_, controlOf) => {
  const { values, influence } = controlOf(behaved);
  const errorsOf = (item: number) => {
    const errors = new Float64Array(models * models);
    influence!(item, errors);
    return errors;
  };

  it('has influences that match leaving an item out, to first order', () => {
    for (const item of [0, 1, 2, 3, 100, 399]) {
      const rest = controlOf(behaved.filter((__, other) => other !== item)).values;
      for (let cell = 0; cell < models * models; cell += 1) {
        const [a, b] = [Math.floor(cell / models), cell % models];
        const moved = values[a]![b]! - rest[a]![b]!;
        expect(Math.abs(errorsOf(item)[cell]! - moved)).toBeLessThan(0.02 * Math.abs(moved) + 1e-5);
      }
    }
  });

  it('has influences that sum to 0', () => {
    const all = behaved.reduce((sum, __, item) => sum + errorsOf(item)[1]!, 0);
    expect(all).toBeCloseTo(0, 12);
  });
});
