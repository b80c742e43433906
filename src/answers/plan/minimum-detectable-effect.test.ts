import { expect, it } from 'vitest';
import type { Datasets } from '../../domain/dataset.ts';
import type { RunConfig } from '../../domain/run-config.ts';
import { experimentRegistry } from '../../experiments/registry.ts';
import { ratioOfSums, twoSidedP } from '../../stats/jackknife.ts';
import { detectableByT } from '../../stats/power.ts';
import { seededRandom } from '../../util/random.ts';
import { detectableDifferences } from './minimum-detectable-effect.ts';

/** Returns the detectable differences of a plan with these items. */
function planned(name: string, items: readonly object[]) {
  const experiments = [{ name, dataset: { sha256: 'x' } }];
  const config = { models: [{}, {}], experiments } as unknown as RunConfig; // no other field is read
  const datasets = new Map([['x', { items }]]) as unknown as Datasets;
  return detectableDifferences(config, experimentRegistry(), datasets)[0];
}

const requests = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ id: `i${index}`, prompt: `request ${index}` }));

it('is the effect that t with n − 1 degrees of freedom finds, sd² = 1/2 (Miller 2024): 0.2 for 100 groups', () => {
  expect(planned('restriction', requests(100))).toEqual({
    experiment: 'restriction',
    groups: 100,
    ...{ hasVerdict: true, asksOthers: true, largestFromConstant: 0.5 },
    difference: expect.closeTo(0.2000496855 /* scipy.stats.nct */, 7),
    // two models are two tests, and both constants must be beaten
    fromConstant: expect.closeTo(
      detectableByT(Math.SQRT1_2, 100, { power: Math.sqrt(0.8), level: 0.975 }) as number,
      9,
    ),
  });
});

it('counts groups, not items: the two requests of a contrast pair are one', () => {
  const pairs = requests(100).map((item, index) => ({ ...item, pair: `p${index >> 1}` }));
  expect(planned('restriction', pairs)?.groups).toBe(50);
  expect(planned('restriction', pairs)?.difference).toBeCloseTo(detectableByT(Math.SQRT1_2, 50) as number, 9);
});

it('is null with a reason for few groups or unpaired models', () => {
  expect(planned('restriction', requests(5))).toMatchObject({ difference: null, reason: 'fewer than 6 groups' });
  expect(planned('restriction', requests(6))?.difference).toBeGreaterThan(1); // the dry run says that none could be found
  expect(planned('restriction', requests(7))?.difference).toBeLessThan(1);
  expect(planned('restriction', requests(19))).toMatchObject({
    difference: expect.closeTo(0.4806094781 /* scipy.stats.nct */, 7),
    fromConstant: null,
    reasonFromConstant: 'a verdict needs 20 groups',
  });
  expect(planned('restriction', requests(20))).not.toHaveProperty('reasonFromConstant');
  const topics = requests(100).map(({ id }) => ({ id, topic: id }));
  expect(planned('stump', topics)).toMatchObject({
    difference: null,
    reason: 'each model writes its own questions',
  });
});

it('is at most 1/4 from the best constant where probabilities are stated, and smaller than for yes and no', () => {
  const questions = Array.from({ length: 100 }, (_, index) => ({
    ...{ id: `q${index}`, question: `What is ${index}?`, options: ['a', 'b'], answer: 'A' },
  }));
  const known = planned('know', questions);
  expect(known?.largestFromConstant).toBe(0.25);
  expect(known?.fromConstant).toBeCloseTo(detectableByT(0.5, 100, { power: 0.8, level: 0.975 }) as number, 9);
});

it('is found about as often as promised by the test that reports use, which is conservative for values of 0 and 1', () => {
  const random = seededRandom('power', 1);
  const groups = 100;
  const half = (planned('restriction', requests(groups))?.difference ?? 0) / 2;
  const trial = (rate: number) => Number(random() < rate);
  let found = 0;
  for (let run = 0; run < 500; run += 1) {
    const differences = Array.from({ length: groups }, () => trial(0.5 + half) - trial(0.5 - half));
    const estimate = ratioOfSums(differences, new Float64Array(groups).fill(1));
    if (estimate !== null && twoSidedP(estimate) < 0.05) found += 1;
  }
  expect(found / 500).toBeGreaterThan(0.7);
  expect(found / 500).toBeLessThan(0.84);
});

it('has a verdict exactly where an outcome has a prediction, whatever its constants are made of', () => {
  const withVerdict = [...experimentRegistry().keys()].filter((name) => planned(name, [])?.hasVerdict);
  expect(withVerdict).toEqual(
    expect.arrayContaining(['property', 'verbatim', 'cost', 'know', 'difficulty', 'restriction']),
  );
  expect(withVerdict).not.toContain('flip');
  expect(withVerdict).not.toContain('stump');
});
