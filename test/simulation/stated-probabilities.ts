import { expect, it } from 'vitest';
import { Accumulator } from '../../src/analyze/accumulate.ts';
import { modelContrasts } from '../../src/analyze/findings/model-contrasts.ts';
import type { BinaryOutcome, Observed } from '../../src/domain/outcome.ts';
import { experimentRegistry } from '../../src/experiments/registry.ts';
import { type Random, seededRandom } from '../../src/util/random.ts';
import { PrintedTally } from './printed-tally.ts';
import { repeats, unreadIntervals } from './simulate.ts';

const experiments = experimentRegistry();
const present = <T>(value: T): Observed<T> => ({ kind: 'present', value, step: 'strict' });

interface World {
  readonly experiment: string;
  readonly count: number;
  /** Returns the stated probability, given that of the item. */
  readonly says: (chance: number, random: Random) => number;
}

/** Returns the verdict on a model that states probabilities about items whose outcomes have different probabilities. */
function verdictOn({ experiment, count, says }: World, random: Random) {
  const accumulator = new Accumulator(experiments);
  for (let index = 0; index < count; index += 1) {
    const chance = 0.15 + 0.8 * random();
    const probability = says(chance, random);
    const outcome: BinaryOutcome = {
      ...{ kind: 'binary', unit: '', label: null, probability, prediction: present(probability >= 0.5) },
      executions: Array.from({ length: 3 }, () => present(random() < chance)),
    };
    const item = `i${index}`;
    const place = { run: 'r', experiment, model: 'a', condition: 'c', item, cluster: item };
    accumulator.add({ ...place, reader: 'both', outcome });
  }
  return modelContrasts(accumulator.groups(), [], { experiments, dataOf: () => '', seed: 1, ...unreadIntervals })[0]
    ?.verdict;
}

/** Declares tests of the verdicts on stated probabilities: at most 5 % are above without self-knowledge; with it, they are. */
export function expectNoFalseVerdicts(experiment: string): void {
  it.each<readonly [string, World['says']]>([
    ['always states its average', () => 0.55],
    ['states a number at random', (_, random) => random()],
    ['is confident in nine items of ten', (_, random) => (random() < 0.9 ? 0.9 : 0.1)],
  ])('%s', (name, says) => {
    for (const count of [40, 200]) {
      const above = new PrintedTally(`${experiment}, ${name}, ${count}, above`);
      for (let seed = 0; seed < repeats(3, 300); seed += 1) {
        const random = seededRandom('stated probabilities', experiment, name, count, seed);
        above.add(verdictOn({ experiment, count, says }, random)?.startsWith('above') === true);
      }
      above.expectRate(0, 0.05);
    }
  });

  it('are above for a model that knows the probability of each item', () => {
    const random = seededRandom('stated probabilities', experiment, 'knows');
    expect(verdictOn({ experiment, count: 300, says: (chance) => chance }, random)).toBe('above-constant');
  });
}
