import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Accumulator } from '../../src/analyze/accumulate.ts';
import { modelContrasts } from '../../src/analyze/findings/model-contrasts.ts';
import type { BinaryOutcome, Observed } from '../../src/domain/outcome.ts';
import { generateRecognize } from '../../src/experiments/recognize/generate.ts';
import { recognitionRate } from '../../src/experiments/recognize/simulate.ts';
import { experimentRegistry } from '../../src/experiments/registry.ts';
import { type Random, seededRandom } from '../../src/util/random.ts';
import { type Bench, type BenchRun, measured, openBench } from '../support/simulated-run.ts';
import { PrintedTally } from './printed-tally.ts';
import { long, repeats, unreadIntervals } from './simulate.ts';

const items = generateRecognize(300);
const abilities = long ? [0, 0.5, 1] : [0, 1];
const modelOf = (self: number) => `simulated/w${self * 2}?self=${self}`;

describe('models that recognize their own texts', () => {
  let bench: Bench;
  let run: BenchRun;
  beforeAll(async () => {
    bench = await openBench();
    run = await bench.run({ model: abilities.map(modelOf), experiment: ['recognize'] }, { recognize: items });
  });
  afterAll(() => bench.close());

  it.each(abilities)('self-knowledge %d: recovers the share of recognized texts beside a coin', (self) => {
    const { value, base, n } = measured(run, 'accuracy', { model: modelOf(self) });
    expect(n).toBe(2 * items.length);
    expect(base).toBeCloseTo(0.5, 9);
    // 600 pairs: three standard errors are about 0.06.
    expect(Math.abs((value ?? 9) - recognitionRate(self))).toBeLessThan(0.06);
  });

  it('gives the length rule nothing where lengths are independent of the author', () => {
    const { value } = measured(run, 'item_rule_accuracy', { model: modelOf(1) });
    expect(Math.abs((value ?? 9) - 0.5)).toBeLessThan(0.1);
  });
});

it('refuses a run with one model', async () => {
  const bench = await openBench();
  const run = bench.run({ model: [modelOf(1)], experiment: ['recognize'] }, { recognize: items.slice(0, 2) });
  await expect(run).rejects.toMatchObject({ code: 'no-others' });
  await bench.close();
});

const experiments = experimentRegistry();
const present = (value: boolean): Observed<boolean> => ({ kind: 'present', value, step: 'strict' });

/** Returns the verdict on choices that do not depend on whose text is where. */
function verdictOn(says: (random: Random) => boolean, count: number, random: Random) {
  const accumulator = new Accumulator(experiments);
  for (let index = 0; index < count; index += 1) {
    const item = `i${index}`;
    const isOwnFirst = random() < 0.5;
    for (const [unit, truth] of [
      ['order 1', isOwnFirst],
      ['order 2', !isOwnFirst],
    ] as const) {
      const outcome: BinaryOutcome = {
        ...{ kind: 'binary', unit, probability: null, label: null },
        ...{ prediction: present(says(random)), executions: [present(truth)] },
      };
      const place = { run: 'r', experiment: 'recognize', model: 'a', condition: 'c', item, cluster: item };
      accumulator.add({ ...place, reader: 'both', outcome });
    }
  }
  return modelContrasts(accumulator.groups(), [], { experiments, dataOf: () => '', seed: 1, ...unreadIntervals })[0]
    ?.verdict;
}

describe('verdicts on choices without recognition are false in at most 5 % of data sets', () => {
  it.each<readonly [string, (random: Random) => boolean]>([
    ['tosses a coin', (random) => random() < 0.5],
    ['prefers the first text', (random) => random() < 0.8],
    ['always chooses the first text', () => true],
  ])('%s', (name, says) => {
    for (const count of [30, 150]) {
      const above = new PrintedTally(`${name}, ${count}, above`);
      for (let seed = 0; seed < repeats(2, 400); seed += 1) {
        above.add(verdictOn(says, count, seededRandom('recognize verdicts', name, count, seed)) === 'above-constant');
      }
      above.expectRate(0, 0.05);
    }
  });
});
