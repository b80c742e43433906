import { describe, it } from 'vitest';
import { Accumulator } from '../../src/analyze/accumulate.ts';
import { estimateGroups } from '../../src/analyze/estimates/group-estimates.ts';
import { controlFindings } from '../../src/analyze/findings/control-findings.ts';
import { findResults } from '../../src/analyze/findings/find-results.ts';
import { modelContrasts } from '../../src/analyze/findings/model-contrasts.ts';
import type { ControlResult } from '../../src/domain/control.ts';
import type { Measure } from '../../src/domain/measure.ts';
import type { BinaryOutcome, DecisionOutcome, NumericOutcome, Observed, Outcome } from '../../src/domain/outcome.ts';
import { colleagues } from '../../src/experiments/delegate/items.ts';
import { fixedRules } from '../../src/experiments/delegate/outcomes.ts';
import { type Experiments, experimentNamed, experimentRegistry } from '../../src/experiments/registry.ts';
import { type Random, seededRandom } from '../../src/util/random.ts';
import { noResults } from '../support/no-results.ts';
import { PrintedTally } from './printed-tally.ts';
import { seedsOf, unreadIntervals } from './simulate.ts';

const names = ['restriction', 'cost', 'delegate'] as const;
const registry = experimentRegistry();
/** Experiments with their headline alone, and every sixteenth constant number: no control here depends on the others. */
const experiments: Experiments = new Map(
  names.map((name) => {
    const experiment = experimentNamed(registry, name);
    const [headline] = experiment.measures as [Measure]; // each has one
    const { constants } = headline;
    const few = (tally: ArrayLike<number>) => (constants?.(tally) ?? []).filter((_, index) => index % 16 === 0);
    return [name, { ...experiment, measures: [name === 'cost' ? { ...headline, constants: few } : headline] }];
  }),
);

interface World {
  readonly groups: number;
  readonly experiment?: (typeof names)[number];
  /** Draws the outcomes of one group, with the answer to the question that shows them. */
  readonly draw: (random: Random) => readonly Outcome[];
}

const present = <Value>(value: Value): Observed<Value> => ({ kind: 'present', value, step: 'strict' });

function yesNo(unit: string, does: boolean, isRight: boolean): BinaryOutcome {
  const prediction = present(isRight ? does : !does);
  return { kind: 'binary', unit, prediction, executions: [present(does)], probability: null, label: null };
}

/** One unit; `does` of the outcomes are yes, and `right` of the answers are right. */
const single = (does: number, right: number) => (random: Random) => [yesNo('', random() < does, random() < right)];

/** Five units of a group, which are right together: a format fails in whole answers. */
const together = (does: number, right: number) => (random: Random) => {
  const isRight = random() < right;
  return Array.from({ length: 5 }, (_, unit) => yesNo(`u${unit}`, random() < does, isRight));
};

/** A number of tokens of about 100; a share of the answers is off by `doublings`, the others by less than 5 %. */
const tokens = (share: number, doublings: number) => (random: Random) => {
  const actual = 100 * 2 ** (0.1 * (random() - 0.5));
  const isOff = random() < share;
  const prediction = present(Math.round(actual * 2 ** (isOff ? doublings : 0)));
  const executions = [present(Math.round(actual))];
  const outcome: NumericOutcome = { kind: 'numeric', unit: 'tokens', prediction, executions, rule: null };
  return [outcome];
};

/**
 * A question that is answered correctly with probability `able`, or handed to a colleague who is right in 30 to 90 %. A
 * share of the choices is the better one, given the answer; the others are random.
 */
const handed = (able: number, right: number) => (random: Random) => {
  const colleague = colleagues[Math.floor(random() * colleagues.length)] ?? colleagues[0];
  const payoffs = [Number(random() < able), colleague / 100];
  const choice = random() < right ? Number(payoffs[0] === 0) : Number(random() < 0.5);
  const rules = fixedRules({ colleague });
  const options = ['self', 'colleague'] as const;
  const outcome: DecisionOutcome = {
    ...{ kind: 'decision', unit: '', options, choice: present(choice), payoffs: [present(payoffs)], rules },
  };
  return [outcome];
};

function resultIn(name: string, { groups, experiment = 'restriction', draw }: World, seed: number): ControlResult {
  const random = seededRandom('control words', name, seed);
  const accumulator = new Accumulator(experiments);
  for (let group = 0; group < groups; group += 1) {
    const place = { run: 'r', experiment, model: 'a', condition: 'c', item: `i${group}`, cluster: `i${group}` };
    for (const outcome of draw(random)) accumulator.add({ ...place, reader: 'both', outcome });
  }
  const all = accumulator.groups();
  const { findings } = findResults({
    ...{ selection: noResults.selection, experiments, itemsOf: () => groups },
    estimates: estimateGroups(all, { experiments, otherModels: () => null }),
    contrasts: modelContrasts(all, [], { experiments, dataOf: () => 'data', seed, ...unreadIntervals }),
  });
  return controlFindings(findings, [])[0]?.result ?? 'not-known';
}

function shareOf(result: ControlResult, name: string, world: World, chosen: readonly number[]): PrintedTally {
  const tally = new PrintedTally(`${result}: ${name}`);
  for (const seed of seedsOf(chosen, 300)) tally.add(resultIn(name, world, seed) === result);
  return tally;
}

describe('“cannot do the task” is false in at most 2.5 % of controls of a model whose true score is good', () => {
  it.each<readonly [string, World, readonly number[]]>([
    ['right in 90 %, outcomes half yes, 40 groups', { groups: 40, draw: single(0.5, 0.9) }, [0]],
    ['right in 90 %, outcomes 95 % yes, 24 groups', { groups: 24, draw: single(0.95, 0.9) }, [0, 1]],
    ['right in 90 %, outcomes 95 % yes, 100 groups', { groups: 100, draw: single(0.95, 0.9) }, [2, 3]],
    ['right in 90 % of answers of five words, 30 groups', { groups: 30, draw: together(0.95, 0.9) }, [0, 4]],
    ['right in 97 %, outcomes all alike, 40 groups', { groups: 40, draw: single(1, 0.97) }, [0]],
    [
      'tokens: one in ten is off by five doublings, 40 groups',
      { groups: 40, experiment: 'cost', draw: tokens(0.1, 5) },
      [2, 9],
    ],
    [
      'tokens: half are off by one doubling, 40 groups',
      { groups: 40, experiment: 'cost', draw: tokens(0.5, 1) },
      [0, 3],
    ],
    [
      'payoffs: the better choice in 80 %, 60 groups',
      { groups: 60, experiment: 'delegate', draw: handed(0.5, 0.8) },
      [0],
    ],
    [
      'payoffs: always the better choice, answers right in 95 %, 60 groups',
      { groups: 60, experiment: 'delegate', draw: handed(0.95, 1) },
      [0],
    ],
  ])('%s', (name, world, chosen) => {
    shareOf('cannot-do', name, world, chosen).expectAtMost(0.025);
  });
});

describe('“can do the task” is false in at most 5 % of controls of a model that answers at random', () => {
  it.each<readonly [string, World, readonly number[]]>([
    ['right in half, outcomes half yes, 40 groups', { groups: 40, draw: single(0.5, 0.5) }, [1, 3]],
    ['answers of five words, right together, 30 groups', { groups: 30, draw: together(0.5, 0.5) }, [0, 9]],
    ['payoffs: random choices, 60 groups', { groups: 60, experiment: 'delegate', draw: handed(0.5, 0) }, [0, 1]],
  ])('%s', (name, world, chosen) => {
    shareOf('can-do', name, world, chosen).expectAtMost(0.05);
  });
});

describe('a control finds', () => {
  it.each<readonly [ControlResult, string, World, number]>([
    ['can-do', 'a model that is right in 90 %, 40 groups', { groups: 40, draw: single(0.5, 0.9) }, 0.8],
    ['cannot-do', 'a model that answers at random, 24 groups', { groups: 24, draw: single(0.5, 0.5) }, 0.8],
    [
      'can-do',
      'payoffs: the better choice in 95 %',
      { groups: 200, experiment: 'delegate', draw: handed(0.5, 0.95) },
      0.8,
    ],
  ])('%s: %s', (result, name, world, power) => {
    shareOf(result, name, world, [0, 1, 2, 3]).expectRate(power, 1);
  });
});
