import { describe, expect, it } from 'vitest';
import { GrowingNumbers, type ResponseMatrix } from '../../src/analyze/contrasts/response-matrix.ts';
import { type Gate, gateChecks } from '../../src/analyze/contrasts/run-gate.ts';
import type { RunConfig } from '../../src/domain/run-config.ts';
import { type Random, seededRandom } from '../../src/util/random.ts';
import { repeats, Tally } from './simulate.ts';

const run = (id: string): Gate['run'] => ({
  id,
  status: 'finished',
  config: { experiments: [], models: [] } as unknown as RunConfig,
}); // no other field is read
const gate = (margin: number): Gate => ({ run: run('new'), baseline: run('old'), rule: 'lower', margin });

interface World {
  readonly models: number;
  readonly experiments: number;
  readonly items: number;
  /** Share of items on which a model behaves alike in both runs. */
  readonly fixed: number;
  /** True drop of every model. */
  readonly drop: number;
}

/** Scores of models in two runs: each item is right with its own probability, 0.7 on average, on every execution. */
function fieldOf(name: string, { models, items, fixed, drop }: World, random: Random): ResponseMatrix {
  const responses = Array.from({ length: models }, (_, model) => {
    const [before, now] = [new GrowingNumbers(), new GrowingNumbers()];
    for (let item = 0; item < items; item += 1) {
      const chance = 0.4 + 0.6 * random();
      const first = Number(random() < chance);
      const second = random() < fixed ? first : Number(random() < chance);
      before.set(item, first);
      now.set(item, random() < drop / 0.7 ? 0 : second);
    }
    const made = (id: string, score: GrowingNumbers) => ({
      run: id,
      model: `m${model}`,
      condition: 'paper',
      score,
      asked: { at: () => 1 },
      probability: { at: () => Number.NaN },
      lost: { at: () => 0 },
    });
    return [made('old', before), made('new', now)];
  });
  const index = Array.from({ length: items }, (_, item) => item);
  const experiment = { name, measures: [{ name: 'accuracy', unit: 'share' }] };
  return {
    kind: 'binary',
    experiment,
    itemOf: index,
    clusterOf: index,
    titles: [],
    responses: responses.flat(),
  } as unknown as ResponseMatrix; // no other field is read
}

function commandIn(world: World, margin: number, seed: number) {
  const random = seededRandom('gate', world.items, world.fixed, world.drop, seed);
  const fields = Array.from({ length: world.experiments }, (_, index) => fieldOf(`e${index}`, world, random));
  return gateChecks(fields, gate(margin));
}

describe('a gate on 15 models and 3 experiments that did not change', () => {
  it.each([
    [40, 0],
    [100, 0],
    [100, 0.8],
    [300, 0.5],
  ])('%i items, a share of %f repeats: at most 2.5 %% of commands fail', (items, fixed) => {
    const failed = new Tally();
    for (let seed = 0; seed < repeats(1, 400); seed += 1) {
      const checks = commandIn({ models: 15, experiments: 3, items, fixed, drop: 0 }, 0, seed);
      failed.add(checks.some(({ word }) => word === 'lower'));
    }
    failed.expectRate(0, 0.025);
  });
});

describe('the drop that the gate prints', () => {
  it.each([
    [40, 0],
    [100, 0],
    [100, 0.8],
    [300, 0],
  ])('%i items, a share of %f repeats: four commands in five find it', (items, fixed) => {
    const margin = 0.05;
    const unchanged = { models: 1, experiments: 1, items, fixed, drop: 0 };
    const drops = Array.from(
      { length: repeats(20, 20) },
      (_, seed) => commandIn(unchanged, margin, seed)[0]?.detectable ?? 0,
    );
    const printed = drops.reduce((sum, drop) => sum + drop, 0) / drops.length;
    expect(printed).toBeGreaterThan(margin);
    const found = new Tally();
    for (let seed = 0; seed < repeats(400, 400); seed += 1) {
      const checks = commandIn({ ...unchanged, drop: printed }, margin, seed + 1_000);
      found.add(checks[0]?.gate?.passes === false); // the word alone is `lower` for any drop that is shown
    }
    found.expectRate(0.72, 0.9);
  });
});
