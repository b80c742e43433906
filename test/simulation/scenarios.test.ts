import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../src/util/random.ts';
import { newFolder } from '../support/refusal.ts';
import { throughCommandLine } from './scenarios/command-line.ts';
import { countSets } from './scenarios/count.ts';
import { scenarios } from './scenarios/index.ts';
import { exactInterval, holds, type Scenario } from './scenarios/scenario.ts';

// The short form. `node bench/scenarios.ts` counts all scenarios; docs/statistics.md has the rates.

/** Error of one test of a rate: a scenario that is broken prints its word in most sets. */
const error = 1e-4;

/** Scenarios with their sets, few enough for seconds of CPU; without the rules that they guard, most rates are .25 to 1. */
const short: Readonly<Record<string, number>> = {
  'rare answers: 400 items, 1 % and 2 %, 15 models': 6,
  'two replicas alternate every 25 calls, 20 % and 80 %, 200 items, 1 model': 40,
  'the mood of the server changes (half-life of 20 calls), 300 items, 1 model': 40,
  'strata: 40 of 2 to 16, hard ones known, stated probabilities': 40,
  'strata: 30 of 2, correlated in both, stated probabilities': 40,
  'groups: 20 of 5, ICC .5, 1 model': 40,
  'missing predictions and outcomes, 15 % of the wrong ones each, 300 items, 1 model': 40,
  'as good as always yes, tells items apart, 300 items, 1 model': 40,
  'rankings of 4 questions, three executions, 60 items, 6 models': 10,
  'numbers, heavy tails, 200 items, 6 models': 5,
  'one of 6 sharp and predictable, 500 items': 5,
  'one of 6 predicts by a label that tells only its answers, 300 items': 5,
  'one of 6 follows its number of words, sentences or options: one threshold, two or a wave, 300 items': 8,
  'gate: nothing changed, the baseline loses 30 % of its wrong predictions, 500 items': 40,
  'runs: one declared group of 60 and 40 items, luck 0.5': 40,
  'logs, within: losses only, 20 items, M .05': 40,
  'logs, within: losses only, 100 items, M .02': 40,
  'logs, within: 1.5 % losses and .5 % gains, 100 items, M .01': 40,
  'logs, groups: one of 200 and 60 items, luck .5': 40,
  'logs, families: 40 texts in 10 wordings, luck .5': 20,
  'logs, missing: 1.9 % of one side, all wrong ones, 1500 items': 10,
  'study: equal models, three trainings, sd .05, 200 strings': 10,
  'study: equal models, one training, sd .05, 300 strings': 5,
  'study: cross arms worse by .10, shifted selves answer at .40 for both, three trainings, 300 strings': 6,
};

function named(name: string): Scenario {
  const found = scenarios.find((each) => each.name === name);
  if (found === undefined) throw new Error(`no scenario "${name}"`);
  return found;
}

describe('scenarios', () => {
  const folder = newFolder();

  it.each(Object.entries(short))('%s: every stated rate holds in %i sets', async (name, sets) => {
    const scenario = named(name);
    const processEvery = name.startsWith('logs') && name.includes('losses only, 20') ? sets : 0; // one set
    const { hits } = await countSets(scenario, { first: 0, sets, folder, processEvery });
    const beyond = scenario.claims.flatMap((claim, index) =>
      holds(claim, { hits: hits[index] ?? 0, sets }, error) ? [] : [`${claim.word}: ${hits[index]} of ${sets}`],
    );
    expect(beyond).toEqual([]);
  });

  it.each([
    ['seb run and seb report', 'missing predictions and outcomes, 15 % of the wrong ones each, 300 items, 1 model'],
    ['seb run and seb compare', 'gate: within .1, true drop .1, 100 groups of 3 that fall together'],
    ['seb report of logs with strata', 'strata: 30 of 2, correlated in both, stated probabilities'],
    ['seb report of logs with texts', 'one of 6 follows the length of the text: a sharp threshold, 300 items'],
    ['seb report of logs with rankings', 'rankings of 4 questions, three executions, 60 items, 6 models'],
  ])('%s find what the functions find: %s', async (_, name) => {
    const random = () => seededRandom('scenario', name, 0);
    const found = await throughCommandLine(named(name), random, { folder: newFolder() });
    expect(found.length).toBeGreaterThan(0);
    for (const { functions, commandLine } of found) expect(commandLine).toEqual(functions);
  });

  it('are at most 60, with names of their own', () => {
    expect(new Set(scenarios.map(({ name }) => name)).size).toBe(scenarios.length);
    expect(scenarios.length).toBeLessThanOrEqual(60);
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
