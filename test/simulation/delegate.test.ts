import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Accumulator } from '../../src/analyze/accumulate.ts';
import { modelContrasts } from '../../src/analyze/findings/model-contrasts.ts';
import type { DecisionOutcome, Observed } from '../../src/domain/outcome.ts';
import { generateDelegate } from '../../src/experiments/delegate/generate.ts';
import { colleagues } from '../../src/experiments/delegate/items.ts';
import { fixedRules } from '../../src/experiments/delegate/outcomes.ts';
import { answersItself, chances } from '../../src/experiments/delegate/simulate.ts';
import { experimentRegistry } from '../../src/experiments/registry.ts';
import { type Random, seededRandom } from '../../src/util/random.ts';
import { type Bench, type BenchRun, measured, openBench } from '../support/simulated-run.ts';
import { subjectNamed } from '../support/simulated-subject.ts';
import { PrintedTally } from './printed-tally.ts';
import { repeats, unreadIntervals } from './simulate.ts';

const items = generateDelegate(300);
const abilities = [0, 0.5, 1] as const;
const modelOf = (self: number) => `simulated/solver?self=${self}`;

/** Returns the expected payoff of the subject's decisions, and that of the best fixed rule. */
function expected(self: number) {
  const subject = subjectNamed('solver', self);
  let own = 0;
  const rules = [0, 0, 0, 0, 0];
  for (const item of items) {
    const payoffs = [chances(subject, item).own, item.colleague / 100];
    own += payoffs[answersItself(subject, item) ? 0 : 1] ?? 0;
    for (const [index, option] of fixedRules(item).entries())
      rules[index] = (rules[index] ?? 0) + (payoffs[option] ?? 0);
  }
  return { own: own / items.length, best: Math.max(...rules) / items.length };
}

describe('models that decide who answers', () => {
  let bench: Bench;
  let run: BenchRun;
  beforeAll(async () => {
    bench = await openBench();
    run = await bench.run({ model: abilities.map(modelOf), experiment: ['delegate'], samples: 3 }, { delegate: items });
  });
  afterAll(() => bench.close());

  it.each(abilities)('self-knowledge %d: recovers the payoff and the best fixed rule', (self) => {
    const { value, base, n } = measured(run, 'payoff', { model: modelOf(self) });
    const truth = expected(self);
    expect(n).toBeCloseTo(items.length, 9);
    // 900 executions: three standard errors are about 0.05.
    expect(Math.abs((value ?? 9) - truth.own)).toBeLessThan(0.05);
    expect(Math.abs((base ?? 9) - truth.best)).toBeLessThan(0.05);
  });

  it('rises with self-knowledge, above the best fixed rule', () => {
    const [none, , all] = abilities.map((self) => measured(run, 'payoff', { model: modelOf(self) }).value ?? 9);
    expect(all).toBeGreaterThan(none ?? 9);
    expect(all).toBeGreaterThan(measured(run, 'payoff', { model: modelOf(1) }).base ?? 9);
  });
});

const experiments = experimentRegistry();
const present = <T>(value: T): Observed<T> => ({ kind: 'present', value, step: 'strict' });

/** Returns the verdict on decisions that do not depend on the questions; answers are right in 60 %. */
function verdictOn(decides: (colleague: number, random: Random) => boolean, count: number, random: Random) {
  const accumulator = new Accumulator(experiments);
  for (let index = 0; index < count; index += 1) {
    const colleague = colleagues[Math.floor(random() * colleagues.length)] ?? 50;
    const outcome: DecisionOutcome = {
      ...{ kind: 'decision', unit: '', options: ['self', 'colleague'], rules: fixedRules({ colleague }) },
      choice: present(decides(colleague, random) ? 0 : 1),
      payoffs: [present([Number(random() < 0.6), colleague / 100])],
    };
    const item = `i${index}`;
    const place = { run: 'r', experiment: 'delegate', model: 'a', condition: 'c', item, cluster: item };
    accumulator.add({ ...place, reader: 'both', outcome });
  }
  return modelContrasts(accumulator.groups(), [], { experiments, dataOf: () => '', seed: 1, ...unreadIntervals })[0]
    ?.verdict;
}

describe('verdicts on decisions without self-knowledge are false in at most 5 % of data sets', () => {
  it.each<readonly [string, (colleague: number, random: Random) => boolean]>([
    ['knows its average and applies the best rule', (colleague) => colleague < 60],
    ['always answers itself', () => true],
    ['tosses a coin', (_, random) => random() < 0.5],
  ])('%s', (name, decides) => {
    for (const count of [40, 200]) {
      const above = new PrintedTally(`${name}, ${count}, above`);
      for (let seed = 0; seed < repeats(2, 300); seed += 1) {
        const verdict = verdictOn(decides, count, seededRandom('delegate verdicts', name, count, seed));
        above.add(verdict === 'above-constant');
      }
      above.expectRate(0, 0.05);
    }
  });
});
