import { describe, expect, it } from 'vitest';
import { analyzePairs } from '../../src/study/analyses/analyze-pairs.ts';
import { CellIndex } from '../../src/study/analyses/cells.ts';
import { PrintedTally } from './printed-tally.ts';
import { repeats } from './simulate.ts';
import {
  halfHandicapWorld,
  handicapWorld,
  knowingWorld,
  knowingWorlds,
  notExcluded,
  nullWorlds,
  type StudyWorld,
  worldRows,
} from './study-worlds.ts';

/** Returns the share of studies of a world with the verdict of an advantage. */
function advantages(
  name: string,
  world: StudyWorld,
  studies: number,
): { readonly share: number; readonly tally: PrintedTally } {
  const tally = new PrintedTally(`${name}: verdict own better`);
  let found = 0;
  for (let seed = 1; seed <= studies; seed += 1) {
    const [pair] = analyzePairs(new CellIndex(worldRows(world, seed)), [], { seed });
    const isAdvantage = pair?.verdict === 'own better';
    tally.add(isAdvantage);
    found += Number(isAdvantage);
  }
  return { share: found / studies, tally };
}

const worlds = (of: Readonly<Record<string, StudyWorld>>) => Object.entries(of);

describe('verdict of a study in which nothing is private', () => {
  it.each(worlds(nullWorlds))('is an advantage no more often than its level: %s', (name, world) => {
    const studies = repeats(1, 400);
    const { share, tally } = advantages(name, world, studies);
    tally.expectRate(0, 1);
    expect(share - 2 * Math.sqrt((0.05 * 0.95) / studies)).toBeLessThanOrEqual(0.05);
  });

  // Listed with their rates in docs/study.md, because no number of the study can exclude them.
  it.each(worlds(notExcluded))('is an advantage more often where the design cannot tell: %s', (name, world) => {
    const { tally } = advantages(name, world, repeats(1, 400));
    tally.expectRate(0.02, 1);
  });
});

describe('verdict of a study in which models know some of their answers', () => {
  it('is an advantage in most studies of models that know a quarter and are about equally skilled', () => {
    for (const name of ['knowledge 0.25, equal skills', 'knowledge 0.25, skills 0.7 and 0.5']) {
      advantages(name, knowingWorlds[name] as StudyWorld, repeats(2, 200)).tally.expectRate(0.85, 1);
    }
  });

  it('is an advantage less often where the difference in skill exceeds the knowledge', () => {
    for (const [name, world] of worlds(knowingWorlds).slice(0, 3)) {
      advantages(name, world, repeats(1, 200)).tally.expectRate(0, 1);
    }
    const name = 'knowledge 0.25, skills 0.8 and 0.4';
    advantages(name, knowingWorlds[name] as StudyWorld, repeats(4, 200)).tally.expectRate(0.2, 0.8);
  });
});

describe('verdict of a study with shifted selves, in which each model predicts itself .20 better', () => {
  /** Counts advantages, and studies that say `own better` on the same rows without shifted selves. */
  function verdicts(
    name: string,
    world: StudyWorld,
  ): { readonly advantage: PrintedTally; readonly without: PrintedTally } {
    const advantage = new PrintedTally(`${name}: verdict advantage`);
    const without = new PrintedTally(`${name}, without shifted selves: verdict own better`);
    for (let seed = 1; seed <= repeats(12, 400); seed += 1) {
      const rows = worldRows(world, seed);
      const verdictOn = (of: typeof rows) => analyzePairs(new CellIndex(of), [], { seed })[0]?.verdict;
      advantage.add(verdictOn(rows) === 'advantage');
      without.add(verdictOn(rows.filter(({ shiftedOf }) => shiftedOf === undefined)) === 'own better');
    }
    return { advantage, without };
  }

  it('is an advantage where it knows so much of itself', () => {
    const { advantage, without } = verdicts('knowledge', knowingWorld);
    advantage.expectRate(0.85, 1);
    without.expectRate(0.95, 1);
  });

  it('is never an advantage where cross training has a handicap that shifted selves share', () => {
    const { advantage, without } = verdicts('handicap', handicapWorld);
    advantage.expectAtMost(0);
    without.expectRate(0.95, 1);
  });

  it('is never an advantage where shifted selves carry half of the handicap', () => {
    verdicts('half of the handicap on shifted selves', halfHandicapWorld).advantage.expectAtMost(0);
  });
});
