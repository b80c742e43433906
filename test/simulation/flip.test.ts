import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Accumulator } from '../../src/analyze/accumulate.ts';
import { modelContrasts } from '../../src/analyze/findings/model-contrasts.ts';
import type { EditOutcome, Observed } from '../../src/domain/outcome.ts';
import { generateFlip } from '../../src/experiments/flip/generate.ts';
import { isDecisive, noise } from '../../src/experiments/flip/simulate.ts';
import { experimentRegistry } from '../../src/experiments/registry.ts';
import { type Random, seededRandom } from '../../src/util/random.ts';
import { type Bench, type BenchRun, measured, openBench } from '../support/simulated-run.ts';
import { subjectNamed } from '../support/simulated-subject.ts';
import { PrintedTally } from './printed-tally.ts';
import { long, repeats, unreadIntervals } from './simulate.ts';

const items = generateFlip(300);
const abilities = long ? [0, 0.5, 1] : [0, 1];
const modelOf = (self: number) => `simulated/editor?self=${self}`;

/** Probabilities that two answers differ: with the same usual letter, and with different ones. */
const differs = {
  same: 1 - ((1 - noise) ** 2 + noise ** 2 / 3),
  other: 1 - ((2 / 3) * (1 - noise) * noise + 2 * (noise / 3) ** 2),
};

/** Returns the expected flip rates of the subject's changes and of a random word replaced. */
function expected(self: number) {
  const subject = subjectNamed('editor', self);
  let [own, random] = [0, 0];
  for (const item of items) {
    const words = item.question.split(' ');
    const rates = words.map((_, index) =>
      isDecisive(subject, item, words.with(index, '').join(' ')) ? differs.other : differs.same,
    );
    const mean = rates.reduce((sum, rate) => sum + rate, 0) / rates.length;
    own += self * differs.other + (1 - self) * mean;
    random += mean;
  }
  return { own: own / items.length, random: random / items.length };
}

describe('models that change questions', () => {
  let bench: Bench;
  let run: BenchRun;
  beforeAll(async () => {
    bench = await openBench();
    run = await bench.run({ model: abilities.map(modelOf), experiment: ['flip'], samples: 3 }, { flip: items });
  });
  afterAll(() => bench.close());

  it.each(abilities)('self-knowledge %d: recovers the flip rate and those of the rules', (self) => {
    const model = modelOf(self);
    const { value, n } = measured(run, 'flip_rate', { model });
    const truth = expected(self);
    expect(n).toBeCloseTo(items.length, 9);
    // 300 questions: three standard errors are below 0.09.
    expect(Math.abs((value ?? 9) - truth.own)).toBeLessThan(0.09);
    expect(Math.abs((measured(run, 'random_flip_rate', { model }).value ?? 9) - truth.random)).toBeLessThan(0.09);
    expect(Math.abs((measured(run, 'unchanged_flip_rate', { model }).value ?? 9) - differs.same)).toBeLessThan(0.06);
    expect(Math.abs((measured(run, 'fixed_flip_rate', { model }).value ?? 9) - differs.same)).toBeLessThan(0.06);
    expect(measured(run, 'small_change_share', { model }).value).toBe(1);
  });

  it('recovers self-knowledge from the flip rates of the model and of a random change', () => {
    const rate = (self: number, name: string) => measured(run, name, { model: modelOf(self) }).value ?? 9;
    for (const self of abilities) {
      const random = rate(self, 'random_flip_rate');
      expect(Math.abs((rate(self, 'flip_rate') - random) / (differs.other - random) - self)).toBeLessThan(0.15);
    }
  });
});

const experiments = experimentRegistry();
const present = <T>(value: T): Observed<T> => ({ kind: 'present', value, step: 'strict' });

interface Rates {
  readonly own: number;
  /** Rates of the rules: unchanged, fixed, random. */
  readonly rules: readonly [number, number, number];
}

/** Returns the verdict on changes that flip answers at a rate that does not depend on the question. */
function verdictOn({ own, rules }: Rates, count: number, random: Random) {
  const accumulator = new Accumulator(experiments);
  for (let index = 0; index < count; index += 1) {
    const outcome: EditOutcome = {
      ...{ kind: 'edit', unit: '', limit: 20, distance: 5, size: 0.1, change: present('a change') },
      executions: [present(random() < own)],
      rules: rules.map((rate, position) => ({ name: `rule ${position}`, executions: [present(random() < rate)] })),
    };
    const item = `i${index}`;
    const place = { run: 'r', experiment: 'flip', model: 'a', condition: 'c', item, cluster: item };
    accumulator.add({ ...place, reader: 'both', outcome });
  }
  return modelContrasts(accumulator.groups(), [], { experiments, dataOf: () => '', seed: 1, ...unreadIntervals })[0]
    ?.verdict;
}

describe('verdicts on changes without self-knowledge are false in at most 5 % of data sets', () => {
  it.each<readonly [string, Rates]>([
    ['replaces a random word', { own: 0.25, rules: [0.1, 0.15, 0.25] }],
    ['puts the same words before every question', { own: 0.5, rules: [0.1, 0.5, 0.2] }],
    ['flips as often as noise alone', { own: 0.2, rules: [0.2, 0.2, 0.2] }],
  ])('%s', (name, rates) => {
    for (const count of long ? [40, 200] : [40]) {
      const above = new PrintedTally(`${name}, ${count}, above`);
      for (let seed = 0; seed < repeats(4, 300); seed += 1) {
        const verdict = verdictOn(rates, count, seededRandom('flip verdicts', name, count, seed));
        above.add(verdict?.startsWith('above') === true);
      }
      above.expectRate(0, 0.05);
    }
  });

  it('finds a model that flips more than every rule', () => {
    const found = verdictOn({ own: 0.7, rules: [0.1, 0.2, 0.3] }, 200, seededRandom('flip verdicts', 'able'));
    expect(found).toBe('above-constant');
  });
});
