import { describe, it } from 'vitest';
import { Accumulator } from '../../src/analyze/accumulate.ts';
import { modelContrasts } from '../../src/analyze/findings/model-contrasts.ts';
import type { BinaryOutcome, Observed, Outcome, RankingOutcome } from '../../src/domain/outcome.ts';
import type { VerdictWord } from '../../src/results/verdict.ts';
import { experimentRegistry } from '../../src/experiments/registry.ts';
import { type Random, seededRandom, shuffled } from '../../src/util/random.ts';
import { PrintedTally } from './printed-tally.ts';
import { repeats, unreadIntervals } from './simulate.ts';

const experiments = experimentRegistry();
const present = <T>(value: T): Observed<T> => ({ kind: 'present', value, step: 'strict' });

/** Draws the outcome of one item, which the prediction knows nothing about. */
type Draw = (random: Random) => Outcome;

/** Returns the verdict on one model of a data set, from its outcomes to the word that reports print. */
function verdictOn(draw: Draw, items: number, random: Random): VerdictWord | undefined {
  const accumulator = new Accumulator(experiments);
  for (let index = 0; index < items; index += 1) {
    const outcome = draw(random);
    const experiment = outcome.kind === 'ranking' ? 'difficulty' : 'restriction';
    const item = `i${index}`;
    const place = { run: 'r', experiment, model: 'a', condition: 'c', item, cluster: item };
    accumulator.add({ ...place, reader: 'both', outcome });
  }
  return modelContrasts(accumulator.groups(), [], { experiments, dataOf: () => '', seed: 1, ...unreadIntervals })[0]
    ?.verdict;
}

/** Asserts the nominal rates of false verdicts; a model that really is below the best constant answer has only one. */
function expectFewFalse(name: string, draw: Draw, { items, isBelow }: { items: number; isBelow: boolean }) {
  const [above, below] = [
    new PrintedTally(`${name}, ${items} items, above`),
    new PrintedTally(`${name}, ${items} items, below`),
  ];
  for (let seed = 0; seed < repeats(1, 300); seed += 1) {
    const verdict = verdictOn(draw, items, seededRandom('base-rate-verdicts', name, items, seed));
    above.add(verdict === 'above-constant');
    below.add(verdict === 'below-constant');
  }
  above.expectRate(0, 0.05);
  below.expectRate(0, isBelow ? 1 : 0.05);
}

function yesNo(rate: number, says: (random: Random) => boolean): Draw {
  return (random): BinaryOutcome => {
    const executions = [present(random() < rate)];
    return { kind: 'binary', unit: '', prediction: present(says(random)), executions, probability: null, label: null };
  };
}

const units = ['A', 'B', 'C', 'D'];

function order(says: (random: Random) => readonly string[]): Draw {
  return (random): RankingOutcome => {
    const tokens = shuffled([1, 2, 3, 4], random);
    const executions = [tokens.map((each) => ({ correct: present(true), tokens: each }))];
    return { kind: 'ranking', units, prediction: present(says(random)), predictionTokens: 1, executions, label: null };
  };
}

const sizes = [20, 40, 60, 200];

describe('verdicts on predictions without self-knowledge are false in at most 5 % of data sets', () => {
  describe.each([0.5, 0.6, 0.75, 0.9])('base rate %f', (rate) => {
    it.each(sizes)('%i items', (items) => {
      const at = (says: string) => `${says} at ${rate}`;
      expectFewFalse(
        at('always the more common answer'),
        yesNo(rate, () => true),
        { items, isBelow: false },
      );
      expectFewFalse(
        at('always the other answer'),
        yesNo(rate, () => false),
        { items, isBelow: rate > 0.5 },
      );
      expectFewFalse(
        at('guesses half'),
        yesNo(rate, (random) => random() < 0.5),
        { items, isBelow: rate > 0.5 },
      );
      expectFewFalse(
        at('guesses at the rate'),
        yesNo(rate, (random) => random() < rate),
        { items, isBelow: rate > 0.5 },
      );
    });
  });

  it.each([40, 100])('orders of four questions, %i groups', (items) => {
    expectFewFalse(
      'always the same order',
      order(() => units),
      { items, isBelow: false },
    );
    expectFewFalse(
      'random orders',
      order((random) => shuffled(units, random)),
      { items, isBelow: false },
    );
  });
});
