import { describe, it } from 'vitest';
import { chosenGain } from '../../src/analyze/wording-choices.ts';
import type { Measure } from '../../src/domain/measure.ts';
import { seededRandom } from '../../src/util/random.ts';
import { PrintedTally } from './printed-tally.ts';
import { seedsOf } from './simulate.ts';

/** Share of right units of tallies [right, all]. */
const share: Measure = {
  name: 'share',
  kind: 'binary',
  unit: 'share',
  value: (totals) => (totals[0] as number) / (totals[1] as number),
  n: (totals) => totals[1] as number,
};

interface World {
  /** Probability of a right prediction with each wording; the first is the default. */
  readonly rates: readonly number[];
  readonly groups?: number;
  readonly unitsOfGroup?: number;
  /** Share of the groups on which all wordings have the same luck. */
  readonly alike?: number;
}

/** Returns the interval of the gain of the wordings chosen on one half and scored on the other. */
function intervalIn(name: string, { rates, groups = 100, unitsOfGroup = 1, alike = 0 }: World, seed: number) {
  const random = seededRandom('wording gain', name, seed);
  const tallies = rates.map(() => new Map<string, Float64Array>());
  for (let group = 0; group < groups; group += 1) {
    const common = random();
    const isAlike = random() < alike;
    for (const [index, rate] of rates.entries()) {
      const luck = isAlike ? common : random();
      // units of a group are right together or not
      tallies[index]?.set(`g${group}`, Float64Array.of(unitsOfGroup * Number(luck < rate), unitsOfGroup));
    }
  }
  const worded = tallies.map((clusters, index) => ({ wording: `w${index}`, clusters }));
  return chosenGain(worded, share).interval;
}

function shareAbove(name: string, world: World, chosen: readonly number[]): PrintedTally {
  const tally = new PrintedTally(`gain above 0: ${name}`);
  for (const seed of seedsOf(chosen, 300)) {
    const interval = intervalIn(name, world, seed);
    tally.add(interval !== null && interval[0] > 0);
  }
  return tally;
}

/** Half of the error rate of a two-sided 95 % interval. */
const oneSided = 0.025;

describe('an interval of the gain lies above 0 in at most 2.5 % of data sets where no wording is better', () => {
  it.each<readonly [string, World, readonly number[]]>([
    ['four equal wordings', { rates: [0.6, 0.6, 0.6, 0.6] }, [12, 17, 20]],
    ['equal wordings that agree on four of five items', { rates: [0.6, 0.6, 0.6, 0.6], alike: 0.8 }, [0, 1, 2]],
    ['equal wordings, 20 groups', { rates: [0.6, 0.6, 0.6, 0.6], groups: 20 }, [13, 23]],
    ['equal wordings, 30 groups of four units', { rates: [0.6, 0.6, 0.6], groups: 30, unitsOfGroup: 4 }, [0, 7, 21]],
    ['the default is the best', { rates: [0.65, 0.6, 0.6, 0.55] }, [0, 5]],
    ['equal wordings, right in 95 %', { rates: [0.95, 0.95, 0.95, 0.95] }, [0, 4]],
    ['equal wordings, right in 95 %, 200 groups', { rates: [0.95, 0.95, 0.95, 0.95], groups: 200 }, [10, 14, 23]],
  ])('%s', (name, world, chosen) => {
    shareAbove(name, world, chosen).expectAtMost(oneSided);
  });
});

describe('a better wording is found', () => {
  it.each<readonly [string, World, number]>([
    ['0.15 better, 100 groups', { rates: [0.6, 0.75, 0.6] }, 0.3],
    ['0.15 better, 400 groups', { rates: [0.6, 0.75, 0.6], groups: 400 }, 0.9],
  ])('%s', (name, world, power) => {
    shareAbove(name, world, [0, 1, 2, 3]).expectRate(power, 1);
  });
});
