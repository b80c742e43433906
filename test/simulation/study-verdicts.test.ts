import { describe, expect, it } from 'vitest';
import { analyzePairs } from '../../src/study/analyses/analyze-pairs.ts';
import { CellIndex } from '../../src/study/analyses/cells.ts';
import { PrintedTally } from './printed-tally.ts';
import { repeats } from './simulate.ts';
import { knowingWorlds, notExcluded, nullWorlds, type StudyWorld, worldRows } from './study-worlds.ts';

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

  // Listed with their rates in docs/introspection.md, because no number of the study can exclude them.
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
