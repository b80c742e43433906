import { describe, it } from 'vitest';
import { prepareShared, sharedDifficulty } from '../../src/stats/advantage/shared-difficulty.ts';
import { logistic } from '../../src/stats/basic/logistic.ts';
import { signFlipTest } from '../../src/stats/resampling/permutation.ts';
import { seededRandom } from '../../src/util/random.ts';
import { normal, repeats, Tally } from './simulate.ts';

interface SharedWorld {
  readonly models?: number;
  readonly items?: number;
  /** Dependence on the difficulty, and the standard deviation of its logarithm between models. */
  readonly trait?: number;
  readonly slopes?: number;
  /** Standard deviation of the models' rates, in log odds; every model knows its own. */
  readonly rates?: number;
  /** Whether a prediction is the more probable outcome, without noise. */
  readonly exact?: true;
  readonly heavyTails?: true;
  /** What pairs of models share, in behavior and predictions, and whether the pairs are declared. */
  readonly family?: number;
  readonly declared?: true;
  /** What only the model itself knows: the same in behavior and predictions. */
  readonly own?: number;
}

/** Returns the columns of outcomes, then of predictions. */
function drawn({ models = 6, items = 200, trait = 1, slopes = 0.3, rates = 0.5, ...world }: SharedWorld, seed: number) {
  const random = seededRandom('shared-difficulty', JSON.stringify(world), models, trait, slopes, rates, seed);
  const slope = Array.from({ length: models }, () => trait * Math.exp(slopes * normal(random)));
  const rate = Array.from({ length: models }, () => rates * normal(random));
  const columns = Array.from({ length: 2 * models }, () => new Float64Array(items));
  for (let item = 0; item < items; item += 1) {
    const tail = world.heavyTails ? Math.hypot(normal(random), normal(random), normal(random)) / Math.sqrt(3) : 1;
    const shared = normal(random) / tail;
    const ofPair = Array.from({ length: models }, () => (world.family ?? 0) * normal(random));
    for (let model = 0; model < models; model += 1) {
      const own = (world.own ?? 0) * normal(random);
      const level = (rate[model] as number) + (slope[model] as number) * shared + (ofPair[model >> 1] as number) + own;
      (columns[model] as Float64Array)[item] = Number(random() < logistic(level));
      (columns[models + model] as Float64Array)[item] = Number(world.exact ? level > 0 : random() < logistic(level));
    }
  }
  return columns;
}

/** Returns whether the first model's prediction adds to what all models share: one-sided at 2.5 %. */
function isBeyond(world: SharedWorld, seed: number): boolean {
  const columns = drawn(world, seed);
  const models = columns.length / 2;
  const [outcome, prediction] = [columns[0] as Float64Array, columns[models] as Float64Array];
  const prepared = prepareShared({ columns, foldOf: Array.from(outcome, (_, item) => item % 5), folds: 5 });
  const others = [...columns.keys()].filter((column) => column % models !== 0);
  const relatives = world.declared ? [[1, models + 1]] : [];
  const target = { outcome, prediction, factors: [others, ...relatives], family: 'logistic' } as const;
  const test = signFlipTest([...sharedDifficulty(prepared, target).gain], { seed, resamples: 1_999 });
  return test !== null && test.difference > 0 && test.p <= 0.05;
}

function rateOf(world: SharedWorld, short: number): Tally {
  const tally = new Tally();
  for (let seed = 0; seed < repeats(short, 600); seed += 1) tally.add(isBeyond(world, seed));
  return tally;
}

describe('beyond shared difficulty: nothing private', () => {
  it.each<readonly [string, SharedWorld]>([
    ['one difficulty', {}],
    ['one difficulty, 15 models x 300', { models: 15, items: 300 }],
    ['known exactly', { exact: true }],
    ['known exactly, unequal slopes', { exact: true, slopes: 0.6 }],
    ['heavy tails', { heavyTails: true }],
    ['rates far apart, known', { rates: 1.5 }],
    ['strong difficulty, rates far apart', { trait: 3, rates: 1.5 }],
    ['no difficulty', { trait: 0 }],
    ['pairs', { family: 0.6 }],
    ['declared pairs', { family: 0.6, declared: true }],
  ])('%s', (_, world) => {
    rateOf(world, 4).expectRate(0, 0.025);
  });
});

describe('beyond shared difficulty: private knowledge is found', () => {
  it.each<readonly [string, SharedWorld, number]>([
    ['v = w = 1.5, 6 models x 200', { own: 1.5 }, 0.4],
    ['v = w = 1.5, 15 models x 300', { own: 1.5, models: 15, items: 300 }, 0.65],
  ])('%s', (_, world, power) => {
    rateOf(world, 8).expectRate(power, 1);
  });
});
