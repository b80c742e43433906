import { describe, expect, it } from 'vitest';
import { analyzePairs } from '../../src/study/analyses/analyze-pairs.ts';
import { CellIndex } from '../../src/study/analyses/cells.ts';
import { PrintedTally } from './printed-tally.ts';
import { repeats } from './simulate.ts';
import { type StudyWorld, worldRows } from './study-worlds.ts';

const even = { easy: 0.3, hard: 0.3, skill: 0.6 };
const equal: StudyWorld = { ann: even, bob: even };
const knowing: StudyWorld = { ann: { ...even, knowledge: 0.3 }, bob: { ...even, knowledge: 0.3 } };

/** Returns the words on the directions of one study of a world. */
function wordsOf(world: StudyWorld, seed: number): readonly string[] {
  const [pair] = analyzePairs(new CellIndex(worldRows(world, seed)), [], { seed });
  return (pair?.plain ?? []).map(({ word }) => word);
}

function anyBetter(words: readonly string[]): boolean {
  return words.some((word) => word === 'higher' || word === 'lower');
}

describe('the words of a study of two equal models whose trainings vary', () => {
  const sizes = [0, 0.02, 0.05].flatMap((spread) => [100, 300].map((strings) => [spread, strings] as const));

  // With the variance over strings alone, equal models differ in about a third of studies at sd .05.
  it.each(sizes)('differ at the stated rate with three trainings: sd %f, %d strings', (spread, strings) => {
    const tally = new PrintedTally(`three trainings, sd ${spread}, ${strings} strings: own better or other better`);
    for (let seed = 1; seed <= repeats(12, 400); seed += 1) {
      tally.add(anyBetter(wordsOf({ ...equal, strings, spread }, seed)));
    }
    tally.expectAtMost(0.1);
  });

  it('are none for one training and for two, however many strings', () => {
    for (const trainings of [1, 2]) {
      const words = wordsOf({ ...equal, strings: 300, spread: 0.05, trainings }, 3);
      expect(new Set(words)).toEqual(new Set([trainings === 1 ? 'no test' : 'not measured']));
    }
  });
});

describe('the advantage that 4 of 5 studies would notice', () => {
  /** What knowledge of 1 adds to the accuracy of such a model about itself. */
  const gap = 1 - (even.easy + even.hard * even.skill + (1 - even.easy - even.hard * even.skill) * 0.4);

  it.each([0.02, 0.05])('is found at the stated rate at its printed size: sd %f', (spread) => {
    const found = (knowledge: number, seed: number) => {
      const own = { ...even, knowledge };
      return analyzePairs(new CellIndex(worldRows({ ann: own, bob: own, strings: 300, spread }, seed)), [], {
        seed,
      })[0]!;
    };
    const sizes = Array.from({ length: repeats(9, 100) }, (_, seed) => found(0.3, seed + 1).detectable ?? 1);
    const median = sizes.toSorted((one, other) => one - other)[Math.floor(sizes.length / 2)] as number;
    const tally = new PrintedTally(`three trainings, sd ${spread}: an advantage of ${median.toFixed(3)} is own better`);
    for (let seed = 1; seed <= repeats(10, 400); seed += 1) {
      tally.add(found(median / gap, 1000 + seed).plain.every(({ word }) => word === 'higher'));
    }
    tally.expectRate(0.7, 0.93);
  });
});

describe('the words of a study of two models that know themselves', () => {
  it('are own better in most studies of three trainings', () => {
    const tally = new PrintedTally('three trainings, sd .02, 300 strings, knowledge .3: both directions own better');
    for (let seed = 1; seed <= repeats(6, 400); seed += 1) {
      const words = wordsOf({ ...knowing, strings: 300, spread: 0.02 }, seed);
      tally.add(words.every((word) => word === 'higher'));
    }
    tally.expectRate(0.75, 1);
  });
});
