import { describe, expect, it } from 'vitest';
import { isAboveZero } from '../../src/stats/jackknife.ts';
import { drawPair, nullWorlds } from './introspection-worlds.ts';
import { PrintedTally } from './printed-tally.ts';
import { repeats } from './simulate.ts';

interface Judged {
  readonly covers: boolean;
  readonly above: boolean;
  readonly advantage: boolean;
  readonly plainAbove: boolean;
  readonly doubleDifferenceAbove: boolean;
}

const studies = new Map<string, Judged>();

/** Returns what one study of a world finds. Claims about the same study share it. */
function judged(name: keyof typeof nullWorlds, seed: number): Judged {
  const known = studies.get(`${name}, ${seed}`);
  if (known !== undefined) return known;
  const pair = drawPair(nullWorlds[name], seed);
  const [low, high] = pair.determinant.interval!;
  const found = {
    covers: low <= 0 && high >= 0,
    above: low > 0,
    advantage: pair.verdict === 'own better',
    plainAbove: isAboveZero(pair.plain[0]!.quantity),
    doubleDifferenceAbove: isAboveZero(pair.I.quantity),
  };
  studies.set(`${name}, ${seed}`, found);
  return found;
}

/** Returns how often the intervals of many studies of one world exclude the truth. */
function errorRates(name: keyof typeof nullWorlds, most: number) {
  const seeds = Array.from({ length: repeats(20, most) }, (_, seed) => seed);
  const rates = {
    covers: new PrintedTally(`${name}: E covers 0`),
    above: new PrintedTally(`${name}: E above 0`),
    advantage: new PrintedTally(`${name}: verdict own better`),
  };
  const shares = { plain: 0, doubleDifference: 0 };
  for (const seed of seeds) {
    const { covers, above, advantage, plainAbove, doubleDifferenceAbove } = judged(name, seed);
    rates.covers.add(covers);
    rates.above.add(above);
    rates.advantage.add(advantage);
    shares.plain += Number(plainAbove) / seeds.length;
    shares.doubleDifference += Number(doubleDifferenceAbove) / seeds.length;
  }
  return { ...rates, shares };
}

const names = Object.keys(nullWorlds) as (keyof typeof nullWorlds)[];

describe('analyzePair where no model knows itself', () => {
  it.each(names)('covers an excess of 0 at its nominal rate: %s', (name) => {
    const { covers, above, advantage } = errorRates(name, 500);
    covers.expectRate(0.93, 0.97);
    above.expectRate(0.01, 0.05);
    advantage.expectRate(0, 0.05);
  });

  // Shows why the plain advantage and the double difference are never a verdict.
  it.each([
    'unequal skill and predictability',
    'the same with format failures and habit',
    'skill and predictability crossed by group',
  ] as const)('finds a plain advantage and a double difference that are not there: %s', (name) => {
    const { shares } = errorRates(name, 60);
    if (process.env.SEB_SIMULATION === 'long') console.log(`${name}: shares above 0`, shares);
    expect(shares.plain).toBeGreaterThan(0.9);
    expect(shares.doubleDifference).toBeGreaterThan(0.9);
  });
});
