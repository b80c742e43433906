import { describe, expect, it } from 'vitest';
import { long } from './simulate.ts';
import { type UnequalWorld, verdictIn } from './unequal-models.ts';
import { verdictShares } from './verdict-shares.ts';

const strong = { family: 1.5 } as const;
const everything = { family: 1, quirks: 1, discrimination: 0.5, rates: 1 } as const;
const mild = { models: 8, items: 300, family: 0.7, trait: 2 } as const;

/** Worlds without self-knowledge. */
const nullWorlds: readonly (readonly [string, UnequalWorld])[] = [
  ['no trait of the items', { trait: 0 }],
  ['no trait, own rate known, rates far apart', { trait: 0, rates: 1.5, ownRateKnown: true }],
  ['an item trait, own rate known', { trait: 1.5, ownRateKnown: true }],
  ['a strong item trait, rates far apart, own rate known', { trait: 3, rates: 1.5, ownRateKnown: true }],
  ['a strong item trait, 10 models x 400 items', { models: 10, items: 400, trait: 3, ownRateKnown: true }],
  ['good predictors are predictable', { discrimination: 0.5 }],
  ['good predictors are predictable, 12 models x 400 items', { models: 12, items: 400, discrimination: 0.5 }],
  ['two families', strong],
  ['two families, two executions', { ...strong, executions: 2 }],
  ['two families and stable quirks', { ...strong, quirks: 1.5 }],
  ['two families and stable quirks, two executions', { ...strong, quirks: 1.5, executions: 2 }],
  ['two mild families', mild],
  ['two mild families, two executions', { ...mild, executions: 2 }],
  ['three families', { family: 1.2, families: 3 }],
  ['families, unequal predictors, own rates known', { family: 1, discrimination: 0.5, rates: 1, ownRateKnown: true }],
  ['families, quirks and unequal predictors, two executions', { ...everything, executions: 2 }],
  ['families, a strong item trait, own rates known', { family: 1, trait: 3, rates: 1.5, ownRateKnown: true }],
  ['all of these, 8 models x 300 items', { ...everything, models: 8, items: 300, families: 4, ownRateKnown: true }],
  ['behavior of its own that no prediction knows', { self: 1.5 }],
  ['three makers of two models, f = .4', { family: 0.4, families: 3, declared: true }],
  ['three makers of two models, f = .6', { family: 0.6, families: 3, declared: true }],
  ['three makers of two models, f = .8', { family: 0.8, families: 3, declared: true }],
  ['three makers of two models that share nothing', { families: 3, declared: true }],
  ['two makers of two models, f = .6', { models: 4, family: 0.6, declared: true }],
];

describe('no verdict without self-knowledge', () => {
  it.runIf(long).each(nullWorlds)('%s', (_, world) => {
    const { advantage, disadvantage, slackAt } = verdictShares(world, verdictIn, 1);
    expect(advantage + disadvantage).toBeLessThanOrEqual(0.05 + slackAt(0.05));
  });

  // A data set of each world: one of 5 % of them is no fault, so the limit is that of all worlds together. The largest
  // worlds are in the long form alone: they take as long as all others.
  it.runIf(!long)('in one data set of each world, over all worlds', () => {
    const small = nullWorlds.filter(([, { items = 0 }]) => items < 300);
    const found = small.filter(([, world]) => ['advantage', 'disadvantage'].includes(verdictIn(world, 0)));
    const slack = 2 * Math.sqrt((0.05 * 0.95) / small.length);
    expect(found.length / small.length, found.map(([name]) => name).join('; ')).toBeLessThanOrEqual(0.05 + slack);
  });
});

describe('families', () => {
  const weak = { family: 1, trait: 3, rates: 1.5, ownRateKnown: true } as const;

  it('give no verdict where one more factor than needed explains it', () => {
    expect(verdictIn(weak, 40_095, 100)).toBe('none'); // with two factors 3.0 standard errors, with three 1.7
  });

  it('give no verdict where one factor explains them only with doubt', () => {
    expect(verdictIn(weak, 40_049, 100)).toBe('none'); // with one factor 2.3 standard errors, with two 1.7
  });

  it.each<readonly [string, UnequalWorld, number]>([
    ['several factors', { ...strong, executions: 2 }, 500_207], // 1.88 standard errors; an advantage begins at 1.75
    ['more factors than models / 3', { family: 1.2, families: 3 }, 500_071], // 2.24 standard errors
  ])('give no verdict from the narrow error of %s', (_, world, seed) => {
    expect(verdictIn(world, seed, 100)).toBe('none');
  });
});

describe('self-knowledge is found', () => {
  it.each<readonly [string, UnequalWorld, number]>([
    ['v = 1, w = .5', { self: 1, known: 0.5 }, 0.7],
    ['v = w = 1', { self: 1, known: 1 }, 0.95],
    ['v = w = 1, no trait of the items', { self: 1, known: 1, trait: 0 }, 0.9],
    ['v = 1.5, w = 1, families and quirks', { ...strong, quirks: 1.5, self: 1.5, known: 1 }, 0.85],
    ['v = w = 1, three makers of two models', { families: 3, declared: true, self: 1, known: 1 }, 0.75],
    ['v = w = 1, mild families', { ...mild, self: 1, known: 1 }, 0.9],
  ])('%s', (_, world, power) => {
    const { advantage, disadvantage, slackAt } = verdictShares(world, verdictIn, 2);
    expect(advantage).toBeGreaterThanOrEqual(power - slackAt(power));
    expect(disadvantage).toBe(0);
  });

  it('not with three models: families are not distinguishable from self-knowledge', () => {
    expect(verdictShares({ models: 3, self: 1, known: 1 }, verdictIn, 1).needsFour).toBe(1);
  });
});
