import { describe, expect, it } from 'vitest';
import { type AskedWorld, askedVerdictIn } from './asked-models.ts';
import { long } from './simulate.ts';
import { verdictShares } from './verdict-shares.ts';

const strong = { family: 1.5 } as const;
const everything = { family: 1, quirks: 1, discrimination: 0.5, rates: 1 } as const;

/** Worlds without self-knowledge. */
const nullWorlds: readonly (readonly [string, AskedWorld])[] = [
  ['no trait of the items', { trait: 0 }],
  ['no trait, own rate known, rates far apart', { trait: 0, rates: 1.5, ownRateKnown: true }],
  ['a strong item trait, rates far apart, own rate known', { trait: 3, rates: 1.5, ownRateKnown: true, beliefs: 0.5 }],
  ['good predictors are predictable', { discrimination: 0.5 }],
  ['good predictors are predictable, 12 models x 400 items', { models: 12, items: 400, discrimination: 0.5 }],
  ['two families', strong],
  ['two families and stable quirks, two executions', { ...strong, quirks: 1.5, executions: 2 }],
  ['three families', { family: 1.2, families: 3 }],
  ['families, quirks and unequal predictors, two executions', { ...everything, executions: 2, beliefs: 0.5 }],
  ['behavior of its own that every model knows', { self: 1, known: 1, isPublic: true }],
  ['behavior of its own that no model knows', { self: 1.5 }],
];

describe('models that predict each other: no verdict without privileged knowledge', () => {
  it.runIf(long).each(nullWorlds)('%s', (_, world) => {
    const { advantage, disadvantage, slackAt } = verdictShares(world, askedVerdictIn, 1);
    expect(advantage + disadvantage).toBeLessThanOrEqual(0.05 + slackAt(0.05));
  });

  // A data set of each world: one of 5 % of them is no fault, so the limit is that of all worlds together.
  it.runIf(!long)('in one data set of each world, over all worlds', () => {
    const found = nullWorlds.filter(([, world]) => ['advantage', 'disadvantage'].includes(askedVerdictIn(world, 0)));
    const slack = 2 * Math.sqrt((0.05 * 0.95) / nullWorlds.length);
    expect(found.length / nullWorlds.length, found.map(([name]) => name).join('; ')).toBeLessThanOrEqual(0.05 + slack);
  });
});

describe('models that predict each other: privileged knowledge is found', () => {
  it.each<readonly [string, AskedWorld, number]>([
    ['v = 1, w = .5', { self: 1, known: 0.5 }, 0.4],
    ['v = w = 1', { self: 1, known: 1 }, 0.85],
    ['v = w = 1, two mild families', { models: 8, items: 300, family: 0.7, trait: 2, self: 1, known: 1 }, 0.85],
  ])('%s', (_, world, power) => {
    const { advantage, disadvantage, slackAt } = verdictShares(world, askedVerdictIn, 2);
    expect(advantage).toBeGreaterThanOrEqual(power - slackAt(power));
    expect(disadvantage).toBe(0);
  });

  it('not with three models: families are not distinguishable from self-knowledge', () => {
    expect(verdictShares({ models: 3, self: 1, known: 1 }, askedVerdictIn, 1).needsFour).toBe(1);
  });
});
