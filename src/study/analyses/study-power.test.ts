import { describe, expect, it } from 'vitest';
import { errorOfParts, partsOfLarger, smallestEffect, type VarianceParts } from './study-power.ts';

/** Parts of a variance over 300 strings and three trainings of each of two arms. */
function parts(
  strings: number,
  training: number,
  counts: { strings?: number; trainings?: number } = {},
): VarianceParts {
  const arm = { variance: training ** 2, df: (counts.trainings ?? 3) - 1 };
  return { strings: { variance: strings ** 2, df: (counts.strings ?? 300) - 1 }, trainings: [arm, arm] };
}

const manyStrings = parts(0.01, 0, { strings: 1e7 });
const alone = { level: 0.025, shift: 0 };

describe('smallestEffect', () => {
  it('is (z of the level + z of the power) standard errors for one test with many degrees of freedom', () => {
    expect(smallestEffect([{ parts: manyStrings, ...alone }])).toBeCloseTo(0.01 * (1.95996 + 0.84162), 5);
    expect(smallestEffect([{ parts: manyStrings, level: 0.05, shift: 0 }])).toBeCloseTo(0.01 * (1.64485 + 0.84162), 5);
  });

  it('has the power of the noncentral t where few trainings decide: scipy.stats.nct, 4 degrees of freedom', () => {
    const found = smallestEffect([{ parts: parts(0, 0.01), ...alone }]) as number;
    expect(found / errorOfParts(parts(0, 0.01)).se).toBeCloseTo(3.76106, 3); // with quantiles of the normal: 2.80
  });

  it('is the effect at which the powers of several tests multiply to 0.8 (scipy.stats.nct, 10 degrees of freedom)', () => {
    const ten = { strings: { variance: 0.01 ** 2, df: 10 }, trainings: [] };
    const test = { parts: ten, level: 0.05, shift: 0 };
    expect((smallestEffect([test, test]) as number) / 0.01).toBeCloseTo(3.11574, 3);
  });

  it('needs one of the directions at the stricter level of Holm (scipy.stats.nct, 10 degrees of freedom)', () => {
    const ten = { strings: { variance: 0.01 ** 2, df: 10 }, trainings: [] };
    const test = { parts: ten, level: 0.025, firstLevel: 0.0125, shift: 0 };
    expect((smallestEffect([test, test]) as number) / 0.01).toBeCloseTo(3.59445, 3);
  });

  it('is larger by what missing predictions take at their worst, and unknown where nothing remains', () => {
    const least = smallestEffect([{ parts: manyStrings, ...alone }]) as number;
    expect(smallestEffect([{ parts: manyStrings, level: 0.025, shift: 0.3 }])).toBeCloseTo(least + 0.3, 6);
    expect(smallestEffect([{ parts: manyStrings, level: 0.025, shift: 0.99 }])).toBeNull();
  });

  it('is null without tests, and without a standard error', () => {
    expect(smallestEffect([])).toBeNull();
    expect(smallestEffect([{ parts: parts(0, 0), ...alone }])).toBeNull();
  });
});

describe('partsOfLarger', () => {
  it('lets strings reduce the variance over strings alone, and trainings that between trainings', () => {
    const study = parts(0.03, 0.02);
    expect(partsOfLarger(study, { strings: 4, trainings: 1 })).toEqual({
      strings: { variance: 0.03 ** 2 / 4, df: 1199 },
      trainings: study.trainings,
    });
    expect(partsOfLarger(study, { strings: 1, trainings: 2 })).toEqual({
      strings: study.strings,
      trainings: study.trainings.map(({ variance }) => ({ variance: variance / 2, df: 5 })),
    });
  });

  it('halves no effect that trainings decide', () => {
    const study = parts(0.005, 0.04);
    const effect = (strings: number) =>
      smallestEffect([{ parts: partsOfLarger(study, { strings, trainings: 1 }), ...alone }]) as number;
    expect(effect(4)).toBeGreaterThan(0.98 * effect(1));
  });
});
