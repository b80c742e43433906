import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Accumulator } from '../../src/analyze/accumulate.ts';
import { analyze } from '../../src/analyze/analyze.ts';
import { modelContrasts } from '../../src/analyze/findings/model-contrasts.ts';
import type { BinaryOutcome, Observed, OutcomeRow } from '../../src/domain/outcome.ts';
import { generateInjection } from '../../src/experiments/injection/generate.ts';
import { keptRight, rightWithout } from '../../src/experiments/injection/simulate.ts';
import { experimentRegistry } from '../../src/experiments/registry.ts';
import { type Random, seededRandom } from '../../src/util/random.ts';
import { type Bench, type BenchRun, measured, openBench } from '../support/simulated-run.ts';
import { subjectNamed } from '../support/simulated-subject.ts';
import { PrintedTally } from './printed-tally.ts';
import { repeats, unreadIntervals } from './simulate.ts';

const items = generateInjection(300);
const model = 'simulated/solver?self=1';
const ignorant = 'simulated/solver?self=0';

/** Share of right answers that the simulated subject keeps. */
const kept = items.reduce((sum, item) => sum + keptRight(subjectNamed('solver', 1), item).own, 0) / items.length;

describe('a subject that loses right answers with a known probability', () => {
  let bench: Bench;
  let random: BenchRun;
  let own: BenchRun;
  beforeAll(async () => {
    bench = await openBench();
    const options = { experiment: ['injection'], samples: 3 };
    random = await bench.run({ ...options, model: [model, ignorant] }, { injection: items });
    own = await bench.run({ ...options, model: [model], factor: ['noise=own'] }, { injection: items });
  });
  afterAll(() => bench.close());

  it('has the accuracy that it lost, the share that it kept, and the score of "nothing changes"', () => {
    // 900 executions, of which about 720 are right without the insertion: three standard errors are about 0.05.
    const value = (name: string) => measured(random, name, { model }).value ?? 9;
    expect(Math.abs(value('unchanged_rate') - rightWithout)).toBeLessThan(0.05);
    expect(Math.abs(value('kept_share') - kept)).toBeLessThan(0.06);
    expect(Math.abs(value('lost_share') - rightWithout * (1 - kept))).toBeLessThan(0.05);
    expect(Math.abs(value('unchanged_accuracy') - (1 - rightWithout * (1 - kept)))).toBeLessThan(0.05);
    expect(value('extra_tokens')).toBe(0);
  });

  it('loses nothing where its own tokens are inserted', () => {
    expect(measured(own, 'lost_share', { model }).value).toBe(0);
    expect(measured(own, 'kept_share', { model }).value).toBe(1);
  });

  it('predicts better the more it knows of itself', () => {
    const score = (name: string) => measured(random, 'accuracy', { model: name }).value ?? 9;
    expect(score(model)).toBeGreaterThan(score(ignorant));
  });
});

const experiments = experimentRegistry();
const present = <T>(value: T): Observed<T> => ({ kind: 'present', value, step: 'strict' });

/** Returns rows of a model that is right in 70 % without the insertion and loses a right answer with a probability. */
function rowsOf(
  {
    count,
    lost,
    stated,
  }: { readonly count: number; readonly lost: number; readonly stated: (random: Random) => number },
  random: Random,
): readonly OutcomeRow[] {
  return Array.from({ length: count }, (_, index): OutcomeRow => {
    const without = random() < 0.7;
    const withNoise = without && random() >= lost;
    const probability = stated(random);
    const outcome: BinaryOutcome = {
      ...{ kind: 'binary', unit: '', label: null, probability, prediction: present(probability >= 0.5) },
      executions: [present(withNoise)],
      unchanged: [{ value: present(without), extraTokens: 0 }],
    };
    const item = `i${index}`;
    const place = { run: 'r', experiment: 'injection', model: 'a', condition: 'c', item, cluster: item };
    return { ...place, reader: 'both', outcome };
  });
}

describe('verdicts on predictions without self-knowledge are false in at most 5 % of data sets', () => {
  it.each<readonly [string, (random: Random) => number]>([
    ['always states its average', () => 0.6],
    ['tosses a coin', (random) => random()],
  ])('%s', (name, stated) => {
    for (const count of [40, 200]) {
      const above = new PrintedTally(`${name}, ${count}, above`);
      for (let seed = 0; seed < repeats(2, 300); seed += 1) {
        const random = seededRandom('injection verdicts', name, count, seed);
        const accumulator = new Accumulator(experiments);
        for (const row of rowsOf({ count, lost: 0.2, stated }, random)) accumulator.add(row);
        const contrasts = modelContrasts(accumulator.groups(), [], {
          experiments,
          dataOf: () => '',
          seed: 1,
          ...unreadIntervals,
        });
        above.add(contrasts[0]?.verdict === 'above-constant');
      }
      above.expectRate(0, 0.05);
    }
  });
});

describe('the interval of the accuracy lost', () => {
  it.each([0.05, 0.3])('covers a loss of %d in 95 % of data sets', async (lost) => {
    const covered = new PrintedTally(`loss ${lost}, covered`);
    for (let seed = 0; seed < repeats(4, 300); seed += 1) {
      const rows = rowsOf({ count: 100, lost, stated: () => 0.6 }, seededRandom('injection interval', lost, seed));
      async function* read() {
        yield* rows;
      }
      const estimates = await analyze(read(), { experiments });
      const found = estimates.find(({ measure, policy }) => measure === 'lost_share' && policy === 'parsed');
      const [low, high] = found?.interval ?? [9, 9];
      covered.add(low <= 0.7 * lost && 0.7 * lost <= high);
    }
    covered.expectRate(0.85, 1);
  });
});
