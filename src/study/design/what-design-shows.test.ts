import { describe, expect, it } from 'vitest';
import type { StudyDesign } from './design.ts';
import {
  detectableAdvantage,
  detectableByDesign,
  detectableOverStrings,
  stringsForEquivalence,
  whatDesignShows,
} from './what-design-shows.ts';

const design: StudyDesign = { targets: ['a', 'b'], arms: ['self', 'cross'] };
const text = (changes: object, strings = 300, groupRows = 60) =>
  whatDesignShows({ ...design, ...changes }, { strings, groupRows }).join(' ');

describe('detectableByDesign', () => {
  it('is 2.8 standard errors of two trials of one half where trainings do not vary, and larger where they do', () => {
    const of = (deviation: number) => detectableByDesign({ strings: 10_000, trainings: 3, deviation }) as number;
    expect(of(0)).toBeCloseTo(2.8016 * Math.sqrt(0.5 / 10_000), 4);
    expect(of(0.02)).toBeGreaterThan(2.8 * Math.sqrt(0.5 / 10_000 + (2 * 0.02 ** 2) / 3));
    expect(of(0.05)).toBeGreaterThan(of(0.02));
  });

  it('has the degrees of freedom of two arms of three trainings where strings are many', () => {
    const value = detectableByDesign({ strings: 1e9, trainings: 3, deviation: 0.05 }) as number;
    expect(value).toBeCloseTo(3.76106 /* scipy.stats.nct: power 0.8 at t(.975, 4) */ * Math.sqrt(2 / 3) * 0.05, 5);
  });

  it('does not exist below three trainings', () => {
    expect(detectableByDesign({ strings: 300, trainings: 2, deviation: 0 })).toBeNull();
  });
});

describe('detectableAdvantage', () => {
  it('has the power of the noncentral t in both directions, one of them at the stricter level of Holm', () => {
    const value = detectableAdvantage({ strings: 11, directions: 2, leads: 1 }) as number;
    expect(value).toBeCloseTo(3.59445 /* scipy.stats.nct, 10 degrees of freedom */ * Math.sqrt(0.5 / 11), 4);
  });

  it('grows with the pairs of targets and with a second lead, and does not exist where such studies miss every one', () => {
    const of = (directions: number, leads: number, strings = 300) =>
      detectableAdvantage({ strings, directions, leads });
    expect(of(6, 1)).toBeGreaterThan(of(2, 1) as number);
    expect(of(2, 2)).toBeCloseTo(Math.SQRT2 * (of(2, 1) as number), 6);
    expect([of(2, 1, 1), of(2, 1, 4)]).toEqual([null, null]);
  });
});

describe('detectableOverStrings', () => {
  it('has the power of the noncentral t where strings are few', () => {
    const value = detectableOverStrings(11) as number;
    expect(value / Math.sqrt(0.5 / 11)).toBeGreaterThan(2.97); // with quantiles of the normal: 2.80
    expect(detectableOverStrings(100_000)).toBeCloseTo(2.8016 * Math.sqrt(0.5 / 100_000), 5);
    expect(detectableOverStrings(11, { tests: 2 })).toBeGreaterThan(value);
  });
});

describe('stringsForEquivalence', () => {
  it('grows with the variation between trainings, up to no number at all', () => {
    const of = (deviation: number) => stringsForEquivalence({ trainings: 3, deviation });
    expect(of(0)).toBe(Math.ceil(0.5 / (0.1 / (1.6448536 + 1.6187)) ** 2));
    expect(of(0.02)).toBeGreaterThan(of(0) as number);
    expect(of(0.05)).toBeNull();
  });
});

describe('whatDesignShows', () => {
  it('says that nothing will be measured where no group of task and property has enough rows, and nothing else', () => {
    expect(text({ trainingSeeds: [1, 2, 3] }, 36, 12)).toMatch(
      /^This study will end as “not measured”: .* the largest group has 12\. Use 20/,
    );
    expect(text({ trainingSeeds: [1, 2, 3] }, 36, 20)).not.toContain('not measured');
  });

  it('says before the first call that fewer than three trainings of each arm have no word', () => {
    expect(text({})).toContain(
      'One training of each arm: the study can say how far these copies differ, and has no verdict.',
    );
    expect(text({ trainingSeeds: [1, 2] })).toContain('Two trainings of each arm');
  });

  it('says which difference three trainings find, and what the word advantage needs', () => {
    expect(text({ trainingSeeds: [1, 2, 3] })).toMatch(
      /With 3 trainings of each arm and 300 test strings, 4 of 5 such studies find a difference of 1\d\.\d points if trainings/,
    );
    expect(text({ trainingSeeds: [1, 2, 3] })).not.toContain('advantage');
    const shifted = text({ trainingSeeds: [1, 2, 3], shiftedSelves: { system: 'x' } });
    expect(shifted).toMatch(/as hard to learn for the other model, within 10 points: about \d{3} test strings/);
    expect(shifted).toContain('no number of test strings (trainings that vary by 5 points)');
  });
});
