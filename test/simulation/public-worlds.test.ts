import { describe, expect, it } from 'vitest';
import { type ComparedWorld, wordsIn } from './compared-words.ts';
import { PrintedTally } from './printed-tally.ts';
import { long, repeats } from './simulate.ts';

/** Returns how often `seb compare` says "advantage", and how often `seb report` says "and others" of any model. */
function sharesIn(name: string, world: ComparedWorld, short: number) {
  const advantage = new PrintedTally(`${name}: advantage`);
  const others = new PrintedTally(`${name}: any model above others`);
  for (let seed = 0; seed < repeats(short, 300); seed += 1) {
    const { compared, each } = wordsIn(name, world, seed);
    advantage.add(compared() === 'advantage');
    others.add(each.some(({ verdict }) => verdict === 'above-constant-and-others'));
  }
  return { advantage, others };
}

describe('models of unknown makers without private knowledge', () => {
  it.each<readonly [string, ComparedWorld]>([
    ['know what all know, with their own noise', {}],
    ['know what all know, exactly, and their rates, far apart', { exact: true, rates: 1.5 }],
    ['one pair of near copies, 80 % equal', { pairs: 1, copies: 0.8 }],
  ])('%s: words are false in at most 5 % of data sets', (name, world) => {
    const { advantage, others } = sharesIn(name, world, 1);
    advantage.expectAtMost(0.05);
    others.expectAtMost(0.05);
  });

  it.runIf(long).each<readonly [string, ComparedWorld]>([
    ['follow their own weights of two public features, which the texts say', { features: 2, written: true }],
    ['follow their own weights of four public features, which no text says', { features: 4 }],
    ['three pairs of relatives, f = 0.6', { pairs: 3, family: 0.6 }],
    ['three pairs of near copies, 80 % equal', { pairs: 3, copies: 0.8 }],
  ])('%s: not excluded, as the docs say', (name, world) => {
    const { advantage, others } = sharesIn(name, world, 1);
    advantage.expectRate(0, 1);
    others.expectRate(0, 1);
  });

  it('a report counts what declared relatives share as shared', () => {
    const meanGain = (world: ComparedWorld) => {
      const { each } = wordsIn('relatives of a report', world, 1);
      const gains = each.map(({ beyondShared }) => (beyondShared.kind === 'known' ? beyondShared.value : Number.NaN));
      return gains.reduce((sum, gain) => sum + gain, 0) / gains.length;
    };
    const pairs = { pairs: 3, family: 1.5 } as const;
    expect(meanGain({ ...pairs, declared: true })).toBeLessThan(meanGain(pairs) - 0.01);
  });
});
