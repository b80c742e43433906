import { describe, expect, it } from 'vitest';
import { Accumulator } from '../../src/analyze/accumulate.ts';
import { GrowingNumbers } from '../../src/analyze/compare/growing-numbers.ts';
import { pairedDifferences } from '../../src/analyze/compare/paired-differences.ts';
import type { ResponseMatrix } from '../../src/analyze/compare/response-matrix.ts';
import { type ModelContrasts, modelContrasts } from '../../src/analyze/findings/model-contrasts.ts';
import type { BinaryOutcome, Observed } from '../../src/domain/outcome.ts';
import { experimentRegistry } from '../../src/experiments/registry.ts';
import { type Random, seededRandom } from '../../src/util/random.ts';
import { PrintedTally } from './printed-tally.ts';
import { repeats, unreadIntervals } from './simulate.ts';

const experiments = experimentRegistry();
const present = (value: boolean): Observed<boolean> => ({ kind: 'present', value, step: 'strict' });

interface World {
  readonly models: number;
  readonly items: number;
  /** Rate of "yes" among the outcomes, at least 1/2: the score of the best constant answer. */
  readonly rate: number;
  /** By how much predictions are right more often. */
  readonly difference: number;
}

/** Returns the contrasts of models whose predictions are right in a share of the items. */
function contrastsIn({ models, items, rate, difference }: World, random: Random): readonly ModelContrasts[] {
  const accumulator = new Accumulator(experiments);
  for (let model = 0; model < models; model += 1) {
    for (let item = 0; item < items; item += 1) {
      const does = random() < rate;
      const isRight = random() < rate + difference;
      const outcome: BinaryOutcome = {
        ...{ kind: 'binary', unit: '', probability: null, label: null },
        ...{ prediction: present(isRight === does), executions: [present(does)] },
      };
      const place = { run: 'r', experiment: 'restriction', model: `m${model}`, condition: 'c', item: `i${item}` };
      accumulator.add({ ...place, cluster: `i${item}`, reader: 'both', outcome });
    }
  }
  return modelContrasts(accumulator.groups(), [], { experiments, dataOf: () => '', seed: 1, ...unreadIntervals });
}

describe('the difference that a report says 80 % of such runs find', () => {
  it.each([
    [1, 60, 0.5, 0.75], // a model must beat both constants
    [1, 200, 0.7, 0.75],
    [6, 100, 0.6, 0.75],
  ])('%i models, %i items, rate %f: found in at least %f', (models, items, rate, least) => {
    const world = { models, items, rate };
    const name = `report, ${models} models, ${items} items, rate ${rate}`;
    const printed = Array.from({ length: repeats(4, 100) }, (_, seed) => {
      const [first] = contrastsIn({ ...world, difference: 0 }, seededRandom('detectable', name, seed));
      return first;
    }).flatMap((each) => (each?.verdict === 'not-distinguishable' ? (each.tested.detectable ?? []) : []));
    const difference = printed.reduce((sum, each) => sum + each, 0) / printed.length;
    expect(difference).toBeGreaterThan(0);
    const found = new PrintedTally(`${name}: ${difference.toFixed(3)} found`);
    for (let seed = 0; seed < repeats(6, 300); seed += 1) {
      const [first] = contrastsIn({ ...world, difference }, seededRandom('detectable difference', name, seed));
      found.add(first?.verdict.startsWith('above') === true);
    }
    found.expectRate(least, 1);
  });
});

/** Returns a field of models, each right on an item with its own probability. */
function fieldOf(chances: readonly number[], items: number, random: Random): ResponseMatrix {
  const responses = chances.map((chance, model) => {
    const score = new GrowingNumbers();
    for (let item = 0; item < items; item += 1) score.set(item, Number(random() < chance));
    const none = { prediction: score, executions: [] };
    return { run: 'r', model: `m${model}`, condition: 'c', score, ...none };
  });
  const index = Array.from({ length: items }, (_, item) => item);
  const experiment = { name: 'e', measures: [{ name: 'accuracy', unit: 'share' }] };
  return {
    kind: 'binary',
    experiment,
    itemOf: index,
    clusterOf: index,
    questions: [],
    responses,
  } as unknown as ResponseMatrix; // no other field is read
}

describe('paired differences of equal models', () => {
  it.each([
    [6, 100, 0.6],
    [15, 60, 0.9],
  ])(
    '%i models, %i items, right in %f: at most one command in 20 has an adjusted p below 5 %%',
    (models, items, chance) => {
      const wrong = new PrintedTally(`differences, ${models} models, ${items} items, ${chance}: any found`);
      for (let seed = 0; seed < repeats(2, 300); seed += 1) {
        const field = fieldOf(
          Array.from({ length: models }, () => chance),
          items,
          seededRandom('differences', models, seed),
        );
        wrong.add(pairedDifferences([field]).some(({ adjusted }) => adjusted !== null && adjusted <= 0.05));
      }
      wrong.expectAtMost(0.05);
    },
  );

  it('find the difference that they say 80 % of such runs find', () => {
    const items = 100;
    const printed = Array.from({ length: repeats(4, 100) }, (_, seed) => {
      const [only] = pairedDifferences([fieldOf([0.6, 0.6], items, seededRandom('printed', seed))]);
      return only?.detectable ?? Number.NaN;
    });
    const difference = printed.reduce((sum, each) => sum + each, 0) / printed.length;
    const found = new PrintedTally(`differences, 2 models, 100 items: ${difference.toFixed(3)} found`);
    for (let seed = 0; seed < repeats(16, 300); seed += 1) {
      const field = fieldOf([0.6 + difference / 2, 0.6 - difference / 2], items, seededRandom('found', seed));
      found.add((pairedDifferences([field])[0]?.adjusted ?? 1) <= 0.05);
    }
    found.expectRate(0.7, 1);
  });
});
