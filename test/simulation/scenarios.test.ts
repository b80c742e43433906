import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../src/util/random.ts';
import { newFolder } from '../support/refusal.ts';
import { bothFindings } from './scenarios/command-line.ts';
import { scenarios } from './scenarios/index.ts';
import { exactInterval, holds, type Scenario } from './scenarios/scenario.ts';

// The short form. `node bench/scenarios.ts` counts all scenarios; docs/statistics.md has the rates.

/** Error of one test of a rate: a scenario that is broken prints its word in most sets. */
const error = 1e-4;

/** Scenarios with their sets, few enough for seconds of CPU; without the rules that they guard, most rates are .25 to 1. */
const short: Readonly<Record<string, number>> = {
  'rare answers: 400 items, 1 % and 2 %, 15 models': 8,
  'replaced half way, 20 % then 80 %, 200 items, 1 model': 60,
  'two replicas alternate every 25 calls, 20 % and 80 %, 200 items, 1 model': 60,
  'strata: 40 of 2 to 16, hard ones known, stated probabilities': 60,
  'strata: 30 of 2, correlated in both, stated probabilities': 60,
  'strata: 20 of 4 clusters of 3, correlated in both': 60,
  'strata: power, 40 of 2 to 16, stated probabilities that know the item': 40,
  'groups: 20 of 5, ICC .5, 1 model': 60,
  'missing predictions, 30 % of the wrong ones, 300 items, 1 model': 60,
  'missing executions, 30 % of those that the prediction is wrong about, 5 executions, 300 items, 1 model': 40,
  'says yes 4 times, right in half of them, 300 items, 1 model': 300,
  'as good as always yes, tells items apart, 300 items, 1 model': 60,
  'rankings of 4 questions, three executions, 60 items, 6 models': 10,
  'categories of 6 values, 120 items, 3 models': 20,
  'numbers, heavy tails, 200 items, 6 models': 5,
  'decisions between two options, 120 items, 3 models': 20,
  'stated probabilities, 50 % yes, 60 items, 3 models': 20,
  'one of 6 sharp and predictable, 500 items': 6,
  "predictions are the item's label, right in 75 %, 6 models, 300 items": 6,
  'one of 6 predicts by a label that tells only its answers, 300 items': 6,
  'one of 6 is predicted as well by others who were asked, 300 items': 6,
  'power: 100 items, 50 % yes, right in 65 %, 1 model': 60,
  'power: one of 6 knows its own part (weight 1.5), 200 items': 10,
  'gate: nothing changed, the baseline loses 30 % of its wrong predictions, 500 items': 40,
  'gate: true drop .05 = --fail-unless-within .05, 40 items': 100,
  'differences: one of 2 loses 30 % of the executions that it is wrong about, 5 executions, 200 items': 20,
  'differences: two equal models differ in 4 of 300 items': 200,
  'differences: one of 2 loses 20 % of its wrong predictions, 500 items': 40,
};

function named(name: string): Scenario {
  const found = scenarios.find((each) => each.name === name);
  if (found === undefined) throw new Error(`no scenario "${name}"`);
  return found;
}

describe('scenarios', () => {
  it.each(Object.entries(short))('%s: every stated rate holds in %i sets', (name, sets) => {
    const { claims, prints } = named(name);
    const random = seededRandom('scenario', name);
    const hits = claims.map(() => 0);
    for (let set = 0; set < sets; set += 1)
      for (const [index, isPrinted] of prints(random).entries()) hits[index] = (hits[index] ?? 0) + Number(isPrinted);
    const beyond = claims.flatMap((claim, index) =>
      holds(claim, { hits: hits[index] ?? 0, sets }, error) ? [] : [`${claim.word}: ${hits[index]} of ${sets}`],
    );
    expect(beyond).toEqual([]);
  });

  it.each([
    'missing predictions and outcomes, 15 % of the wrong ones each, 300 items, 1 model',
    'predictions dealt at random: 200 items, 3 models',
  ])('%s: seb run and seb report find what the functions find', async (name) => {
    const drawn = named(name).draw?.(seededRandom('scenario', name, 'command line'));
    const { functions, commandLine } = await bothFindings(drawn?.rows ?? [], newFolder());
    expect(functions.length).toBeGreaterThan(0);
    expect(commandLine).toEqual(functions);
  });

  it('have names of their own', () => {
    expect(new Set(scenarios.map(({ name }) => name)).size).toBe(scenarios.length);
  });
});

describe('exactInterval', () => {
  it('equals the closed forms without and with one hit', () => {
    // no hit: 1 - (error / 2)^(1 / n)
    expect(exactInterval(0, 10, 0.05)).toEqual([0, expect.closeTo(1 - 0.025 ** 0.1, 12)]);
    // one hit: P(X >= 1) = 1 - (1 - p)^n = error / 2 at the lower end
    expect(exactInterval(1, 10, 0.05)[0]).toBeCloseTo(1 - 0.975 ** 0.1, 12);
  });
});
