import { describe, it } from 'vitest';
import { isFound } from '../../src/results/contrast.ts';
import { normalQuantile } from '../../src/stats/distributions.ts';
import type { TransferRow } from '../../src/study/analyses/rows.ts';
import { transferEffects } from '../../src/study/analyses/transfer-effect.ts';
import { type Random, seededRandom } from '../../src/util/random.ts';
import { PrintedTally } from './printed-tally.ts';
import { repeats } from './simulate.ts';

interface World {
  readonly items?: number;
  /** Units of an item: its score is their mean. */
  readonly units?: number;
  /** Whether items differ in how easy they are. */
  readonly uneven?: true;
  /** Share of the predictions that cannot be read, of the self-trained and of the scramble-trained model. */
  readonly unread?: readonly [self: number, scramble: number];
  /** How much more often the self-trained model is right. */
  readonly effect?: number;
  /** Standard deviation of an arm's accuracy between its three trainings. */
  readonly spread?: number;
}

const [models, tasks] = [2, 3];

function rowsOf(world: World, random: Random): readonly TransferRow[] {
  const { items = 60, units = 1, unread = [0, 0], effect = 0, spread = 0 } = world;
  const places = Array.from({ length: models * tasks }, (_, index) => ({
    base: `m${index % models}`,
    experiment: `e${Math.floor(index / models)}`,
  }));
  const shift = () => (spread === 0 ? 0 : spread * normalQuantile(Math.max(random(), Number.MIN_VALUE)));
  const arms = (['self', 'scramble'] as const).flatMap((arm) => ['1', '2', '3'].map((training) => ({ arm, training })));
  return places.flatMap((place) => {
    const trained = arms.map((each) => ({ ...each, shift: shift() }));
    return Array.from({ length: items }, (_, item) => item).flatMap((item) => {
      const chance = world.uneven ? 0.2 + 0.7 * random() : 0.6;
      return [...trained, { arm: 'untrained' as const, shift: 0 }].map(({ arm, shift: own, ...named }): TransferRow => {
        const lost = arm === 'self' ? unread[0] : arm === 'scramble' ? unread[1] : 0;
        const gain = arm === 'self' ? effect : 0;
        const read: number[] = [];
        for (let unit = 0; unit < units; unit += 1) {
          const isRead = random() >= lost;
          if (isRead) read.push(Number(random() < chance + gain + own));
        }
        const right = read.reduce((sum, each) => sum + each, 0);
        const scores = { score: right / units, read: read.length === 0 ? null : right / read.length };
        return {
          ...place,
          ...named,
          arm,
          cluster: `c${item}`,
          ...scores,
          usable: read.length / units,
          constants: null,
          ability: null,
          refused: null,
        };
      });
    });
  });
}

function shareFound(name: string, world: World, short: number): PrintedTally {
  const tally = new PrintedTally(`transfer: ${name}`);
  for (let seed = 0; seed < repeats(short, 300); seed += 1) {
    const rows = rowsOf(world, seededRandom('transfer', name, seed));
    tally.add(transferEffects(rows).some(({ effect }) => isFound(effect)));
  }
  return tally;
}

describe('an effect of training on other experiments is false in at most 5 % of studies', () => {
  it.each<readonly [string, World]>([
    ['60 items', {}],
    ['20 items', { items: 20 }],
    ['500 items, trainings vary by 5 points', { items: 500, spread: 0.05 }],
    ['items of unequal ease, four units each', { uneven: true, units: 4 }],
    ['a third of both arms’ predictions is unreadable', { unread: [0.33, 0.33] }],
    ['self-trained answers are readable more often', { unread: [0.02, 0.25] }],
    ['self-trained answers of four units are readable more often', { unread: [0.02, 0.25], units: 4 }],
  ])('%s', (name, world) => {
    shareFound(name, world, 3).expectAtMost(0.05);
  });
});

describe('transfer', () => {
  it('finds an effect of 0.3 in 60 items', () => {
    shareFound('0.3 in every experiment, 60 items', { effect: 0.3 }, 3).expectRate(0.9, 1);
  });

  it('finds it also where the formats differ', () => {
    const world = { effect: 0.3, unread: [0.02, 0.1] } as const;
    shareFound('0.3, and readable more often', world, 3).expectRate(0.9, 1);
  });
});
