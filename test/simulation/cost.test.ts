import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Accumulator } from '../../src/analyze/accumulate.ts';
import { modelContrasts } from '../../src/analyze/findings/model-contrasts.ts';
import type { NumericOutcome, Observed } from '../../src/domain/outcome.ts';
import { generateCost } from '../../src/experiments/cost/generate.ts';
import { lengths, noiseWidth } from '../../src/experiments/cost/simulate.ts';
import { experimentRegistry } from '../../src/experiments/registry.ts';
import { type Random, seededRandom } from '../../src/util/random.ts';
import { type Bench, type BenchRun, measured, openBench } from '../support/simulated-run.ts';
import { subjectNamed } from '../support/simulated-subject.ts';
import { PrintedTally } from './printed-tally.ts';
import { long, normal, seedsOf, unreadIntervals } from './simulate.ts';

const items = generateCost(200);
const abilities = long ? [0, 0.5, 1] : [0, 1];
const modelOf = (self: number) => `simulated/writer?self=${self}`;

/** Returns the mean of |d + u| with u uniform in ± half of the width of the noise. */
function meanDistance(d: number): number {
  const half = noiseWidth / 2;
  return Math.abs(d) >= half ? Math.abs(d) : (d ** 2 + half ** 2) / (2 * half);
}

function expectedError(self: number): number {
  const subject = subjectNamed('writer', self);
  const errors = items.map((item) => {
    const { own, common } = lengths(subject, item);
    return meanDistance((1 - self) * (common - own));
  });
  return errors.reduce((sum, error) => sum + error, 0) / items.length;
}

describe('writers who know the lengths of their answers', () => {
  let bench: Bench;
  let run: BenchRun;
  beforeAll(async () => {
    bench = await openBench();
    run = await bench.run({ model: abilities.map(modelOf), experiment: ['cost'], samples: 3 }, { cost: items });
  });
  afterAll(() => bench.close());

  it.each(abilities)('self-knowledge %d: recovers the error, the noise floor and the best constant', (self) => {
    const { value, base, reexecution, n } = measured(run, 'log2_error', { model: modelOf(self) });
    expect(n).toBeCloseTo(items.length, 9);
    expect(Math.abs((value ?? 9) - expectedError(self))).toBeLessThan(0.03);
    expect(Math.abs((reexecution ?? 9) - noiseWidth / 3)).toBeLessThan(0.03);
    expect(base ?? 0).toBeGreaterThan(0.8);
  });

  it('has no bias, and falls with ability', () => {
    const errors = abilities.map((self) => measured(run, 'log2_error', { model: modelOf(self) }).value ?? 9);
    expect(errors).toEqual(errors.toSorted((one, other) => other - one));
    expect(Math.abs(measured(run, 'log2_bias', { model: modelOf(1) }).value ?? 9)).toBeLessThan(0.05);
  });
});

const experiments = experimentRegistry();
const present = (value: number): Observed<number> => ({ kind: 'present', value, step: 'strict' });

/** Draws a prediction. */
type Says = (random: Random, actual: number) => number;

/** Returns the verdict on predictions; lengths are log-normal around 100 tokens. */
function verdictOn(says: Says, count: number, random: Random) {
  const accumulator = new Accumulator(experiments);
  for (let index = 0; index < count; index += 1) {
    const actual = Math.max(1, Math.round(100 * 2 ** normal(random)));
    const outcome: NumericOutcome = {
      ...{ kind: 'numeric', unit: 'tokens', rule: null },
      ...{ prediction: present(says(random, actual)), executions: [present(actual)] },
    };
    const item = `i${index}`;
    const place = { run: 'r', experiment: 'cost', model: 'a', condition: 'c', item, cluster: item };
    accumulator.add({ ...place, reader: 'both', outcome });
  }
  return modelContrasts(accumulator.groups(), [], { experiments, dataOf: () => '', seed: 1, ...unreadIntervals })[0]
    ?.verdict;
}

/** Share of "below": at most the stated error rate, every time, or a share that is not known. */
const [falselyBelow, alwaysBelow, oftenBelow] = [[0, 0.05] as const, [1, 1] as const, [0, 1] as const];

describe('verdicts on numbers without self-knowledge are false in at most 5 % of data sets', () => {
  it.each<readonly [string, Says, readonly [number, number], readonly number[]]>([
    ['always the best constant', () => 100, falselyBelow, [0, 2]],
    ['always a number beside it', () => 104, falselyBelow, [2, 4]],
    ['always a number that is far too high', () => 1000, alwaysBelow, [0]],
    [
      'draws from the distribution of lengths',
      (random) => Math.max(1, Math.round(100 * 2 ** normal(random))),
      long ? oftenBelow : falselyBelow, // these two data sets are below at 60 % only
      [8, 9],
    ],
    [
      'the length, with errors as large as those of the best constant',
      (random, actual) => Math.max(1, Math.round(actual * 2 ** normal(random))),
      falselyBelow,
      [8, 12],
    ],
  ])('%s', (name, says, [least, most], chosen) => {
    for (const count of long ? [40, 200] : [40]) {
      const [above, below] = [
        new PrintedTally(`${name}, ${count}, above`),
        new PrintedTally(`${name}, ${count}, below`),
      ];
      for (const seed of seedsOf(chosen, 300)) {
        const verdict = verdictOn(says, count, seededRandom('cost verdicts', name, count, seed));
        above.add(verdict === 'above-constant');
        below.add(verdict === 'below-constant');
      }
      above.expectRate(0, 0.05);
      below.expectRate(least, most);
    }
  });

  it('and true of a model that knows its lengths', () => {
    const outcomes = new Accumulator(experiments);
    const random = seededRandom('cost verdicts', 'knows');
    for (let index = 0; index < 60; index += 1) {
      const actual = Math.round(100 * 2 ** normal(random));
      const executions = [present(Math.max(1, actual))];
      const prediction = present(Math.max(1, Math.round(actual * 1.2)));
      const item = `i${index}`;
      const place = { run: 'r', experiment: 'cost', model: 'a', condition: 'c', item, cluster: item };
      outcomes.add({
        ...place,
        reader: 'both',
        outcome: { kind: 'numeric', unit: 'tokens', rule: null, prediction, executions },
      });
    }
    const [contrasts] = modelContrasts(outcomes.groups(), [], {
      experiments,
      dataOf: () => '',
      seed: 1,
      ...unreadIntervals,
    });
    expect(contrasts?.verdict).toBe('above-constant');
  });
});
