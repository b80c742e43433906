import { describe, it } from 'vitest';
import { ensembleFindings } from '../../src/analyze/compare/ensembles.ts';
import { ResponseMatrices } from '../../src/analyze/compare/response-matrix.ts';
import type { BinaryOutcome } from '../../src/domain/outcome.ts';
import { experimentRegistry } from '../../src/experiments/registry.ts';
import { tallyOf } from '../../src/measures/tally.ts';
import { logistic } from '../../src/stats/basic/logistic.ts';
import { seededRandom } from '../../src/util/random.ts';
import { PrintedTally } from './printed-tally.ts';
import { analysisSeed, long, normal, seedsOf } from './simulate.ts';

const experiments = experimentRegistry();

/**
 * Models that predict each other. Outcome of target t on item i: logit rate + d_i; the prediction of p about t is "yes" where
 * rate + d_i + an error is above 0, or states the probability that belongs to it.
 */
interface World {
  readonly models?: number;
  readonly items?: number;
  /** Log odds of "yes" where the difficulty is 0. */
  readonly rate?: number;
  /** Standard deviation of the difficulty that all share, and of the errors of a prediction. */
  readonly trait?: number;
  readonly error?: number;
  /** Items of a group, which are one request: outcomes and predictions are copied. */
  readonly groupSize?: number;
  readonly stated?: 'probability';
  /** Share of the error that the other models' predictions of one target have in common. */
  readonly herd?: number;
  /** Standard deviation of a model's errors about itself; absent: as about others. */
  readonly ownError?: number;
}

/** Returns whether any line of a command says that a model's own prediction helps. */
function anyHelps(name: string, world: World, seed: number): boolean {
  const { models = 4, items = 100, rate = 0, trait = 1, error = 1, groupSize = 1, herd = 0 } = world;
  const random = seededRandom('ensemble words', name, seed);
  const matrices = new ResponseMatrices(experiments, () => 'data');
  for (let group = 0; group * groupSize < items; group += 1) {
    const difficulty = trait * normal(random);
    const copies = Array.from({ length: groupSize }, (_, copy) => group * groupSize + copy);
    for (let target = 0; target < models; target += 1) {
      const does = random() < logistic(rate + difficulty);
      const common = normal(random);
      for (let predictor = 0; predictor < models; predictor += 1) {
        const isOwn = predictor === target;
        const own = normal(random);
        const shared = isOwn ? own : Math.sqrt(herd) * common + Math.sqrt(1 - herd) * own;
        const belief = logistic(rate + difficulty + (isOwn ? (world.ownError ?? error) : error) * shared);
        const outcome: BinaryOutcome = {
          ...{ kind: 'binary', unit: '', label: null, probability: world.stated === undefined ? null : belief },
          prediction: { kind: 'present', value: belief > 0.5, step: 'strict' },
          executions: [{ kind: 'present', value: does, step: 'strict' }],
        };
        for (const item of copies) {
          const place = { run: 'r', experiment: 'know', model: `m${target}`, condition: 'c', item: `i${item}` };
          const row = { ...place, cluster: `g${group}`, reader: 'both', outcome } as const;
          matrices.addPrediction(`m${predictor}`, row, tallyOf(outcome, 'parsed'));
        }
      }
    }
  }
  return ensembleFindings(matrices.fields(), analysisSeed(seed)).some(({ helps }) => helps);
}

function shareOf(name: string, world: World, chosen: readonly number[]): PrintedTally {
  const tally = new PrintedTally(`helps: ${name}`);
  for (const seed of seedsOf(chosen, 300)) tally.add(anyHelps(name, world, seed));
  return tally;
}

describe('“helps” is false in at most 5 % of commands where a model predicts itself as others predict it', () => {
  it.each<readonly [string, World, readonly number[]]>([
    ['four models that read one difficulty, each with its own errors', {}, [0, 2]],
    ['two others, whose votes tie', { models: 3 }, [6, 12]],
    ['outcomes at a rate of 0.88', { rate: 2 }, [0]],
    ['20 groups of five equal items', { groupSize: 5 }, [0, 15]],
    ['a model that reads itself worse than others do', { models: 3, ownError: 4 }, [2, 4]],
    ['stated probabilities, 40 items', { stated: 'probability', items: 40 }, [0]],
  ])('%s', (name, world, chosen) => {
    shareOf(name, world, chosen).expectAtMost(0.05);
  });
});

describe.runIf(long)('“helps” without self-knowledge, as the docs say', () => {
  it.each<readonly [string, World]>([
    ['the others share their errors, and the model has its own', { herd: 0.9 }],
    ['each model predicts every model, itself too, but itself with smaller errors', { ownError: 0.3 }],
  ])('%s', (name, world) => {
    shareOf(name, world, []).expectRate(0, 1);
  });
});
