import { describe, it } from 'vitest';
import { buildCrossPrediction, crossTallies } from '../../src/analyze/compare/cross-prediction.ts';
import { predictionDirections } from '../../src/analyze/compare/prediction-directions.ts';
import { ResponseMatrices } from '../../src/analyze/compare/response-matrix.ts';
import type { BinaryOutcome } from '../../src/domain/outcome.ts';
import { experimentRegistry } from '../../src/experiments/registry.ts';
import { mcc } from '../../src/measures/binary/binary-measures.ts';
import { tallyOf } from '../../src/measures/tally.ts';
import { logistic } from '../../src/stats/basic/logistic.ts';
import { seededRandom } from '../../src/util/random.ts';
import { PrintedTally } from './printed-tally.ts';
import { analysisSeed, long, normal, seedsOf } from './simulate.ts';

const experiments = experimentRegistry();

/** Two or three models that share a difficulty: outcome logit c_b + d_b z_i + v u_bi, prediction z_i + error above -c_a. */
interface World {
  readonly models?: number;
  readonly items?: number;
  /** Dependence of each model's behavior on the difficulty, and standard deviation of its errors in reading it. */
  readonly slopes?: readonly number[];
  readonly errors?: readonly number[];
  /** Log odds of each model's "yes", and what it believes them to be. */
  readonly rates?: readonly number[];
  readonly believed?: readonly number[];
  /** What a model's behavior has of its own, and whether its predictions know it. */
  readonly own?: number;
  readonly known?: true;
}

/** Returns whether the report would say of any two models that both directions are above 0. */
function anyBoth(name: string, world: World, seed: number): boolean {
  const { models = 2, items = 200, slopes = [1, 1, 1], errors = [1, 1, 1], rates = [0, 0, 0], own = 0 } = world;
  const { believed = [0, 0, 0] } = world;
  const random = seededRandom('both directions', name, seed);
  const matrices = new ResponseMatrices(experiments, () => 'data');
  for (let item = 0; item < items; item += 1) {
    const difficulty = 1.5 * normal(random);
    for (let model = 0; model < models; model += 1) {
      const at = (list: readonly number[]) => list[model] as number;
      const deviation = own * normal(random);
      const does = random() < logistic(at(rates) + at(slopes) * difficulty + deviation);
      const seen = difficulty + (world.known === undefined ? 0 : deviation) + at(errors) * normal(random);
      const outcome: BinaryOutcome = {
        ...{ kind: 'binary', unit: '', label: null, probability: null },
        prediction: { kind: 'present', value: at(believed) + seen > 0, step: 'strict' },
        executions: [{ kind: 'present', value: does, step: 'strict' }],
      };
      const place = { run: 'r', experiment: 'restriction', model: `m${model}`, condition: 'c', item: `i${item}` };
      const row = { ...place, cluster: `i${item}`, reader: 'both', outcome } as const;
      matrices.add(row, tallyOf(outcome, 'parsed'));
    }
  }
  const [field] = matrices.fields();
  const crossing = field === undefined ? null : buildCrossPrediction(field, 'c');
  if (crossing === null) return false;
  const clusters = crossTallies(crossing, crossing.shared, analysisSeed(seed));
  const found = predictionDirections(crossing, { measure: mcc, clusters, seed: analysisSeed(seed) });
  const isAbove = (model: string, other: string) =>
    found.some((each) => each.model === model && each.other === other && (each.interval?.[0] ?? 0) > 0);
  return found.some(({ model, other }) => model < other && isAbove(model, other) && isAbove(other, model));
}

function shareOf(name: string, world: World, chosen: readonly number[]): PrintedTally {
  const tally = new PrintedTally(`both directions above 0: ${name}`);
  for (const seed of seedsOf(chosen, 300)) tally.add(anyBoth(name, world, seed));
  return tally;
}

describe('“both directions above 0” is false in at most 2.5 % of comparisons where one predictor is as good on all', () => {
  it.each<readonly [string, World, readonly number[]]>([
    ['equal models', {}, [0, 1]],
    ['one reads the difficulty better', { errors: [0.3, 2] }, [0, 1]],
    ['one reads it better, and the other is easier to predict', { errors: [0.3, 2], slopes: [0.5, 2] }, [0, 1]],
    ['a model that is easy for all', { errors: [0.3, 1], rates: [0, 2.5], believed: [0, 0] }, [0, 1]],
    ['rates far apart, unknown to both', { rates: [-1.5, 1.5] }, [1, 2, 13]],
    ['three equal models', { models: 3 }, [0, 11]],
    ['behavior of its own that no prediction knows', { own: 1.5 }, [0, 18]],
    ['40 items', { items: 40 }, [0, 1]],
  ])('%s', (name, world, chosen) => {
    shareOf(name, world, chosen).expectAtMost(0.025);
  });
});

describe.runIf(long)('“both directions above 0” without knowledge of single items, as the table says', () => {
  it.each<readonly [string, World]>([
    ['each knows its own rate of yes, 1.5 apart', { rates: [-0.75, 0.75], believed: [-0.75, 0.75] }],
    ['each knows its own rate of yes, 3 apart', { rates: [-1.5, 1.5], believed: [-1.5, 1.5] }],
  ])('%s', (name, world) => {
    shareOf(name, world, []).expectRate(0, 1);
  });
});

describe('knowledge of itself is found', () => {
  it('in both directions, 200 items', () => {
    shareOf('own behavior known, 200 items', { own: 2, known: true, errors: [0.5, 0.5] }, [0, 1, 2, 3]).expectRate(
      0.8,
      1,
    );
  });
});
