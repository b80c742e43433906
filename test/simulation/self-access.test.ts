import { describe, expect, it } from 'vitest';
import { confusionOf, confusionTally, mcc } from '../../src/stats/binary/confusion.ts';
import { chanceAgreementControl } from '../../src/stats/self-access/cross-controls.ts';
import { type CrossItem, selfAccess } from '../../src/stats/self-access/self-access.ts';
import type { Control } from '../../src/stats/self-access/self-access-design.ts';
import { advantages, diagonalDifference, selfAdvantage } from '../../src/stats/self-access/self-advantage.ts';
import { expectUnbiased, repeats, Tally } from './simulate.ts';
import { type BehaviorWorld, behaviors, endlessCells, fromModel, ratesOf, type SubjectBehavior } from './subjects.ts';

interface Fit {
  readonly value: number;
  readonly interval: { readonly low: number; readonly high: number } | null;
}

interface Options {
  readonly models: number;
  readonly items: readonly CrossItem[];
  readonly seed: number;
  readonly controls?: readonly Control[];
}

/** Returns the fit; null for a rare data set that does not bound beta. */
function betaOf({ controls = [], ...options }: Options): Fit | null {
  const found = selfAccess({ ...options, controls, resamples: 500 });
  return found.kind === 'known' ? found.beta : null;
}

function covers(fit: Fit | null, truth: number): boolean {
  const interval = fit?.interval ?? null;
  return interval !== null && interval.low <= truth && truth <= interval.high;
}

describe('forecasts drawn from the model', () => {
  it.each([
    [2, 100, 0, 60],
    [2, 100, 0.5, 60],
    [3, 60, 0.5, 60],
    [6, 60, 0, 40],
    [6, 60, 0.5, 40],
  ])('%i models x %i items: beta = %f is covered and recovered', (models, items, beta, short) => {
    const coverage = new Tally();
    const estimates: number[] = [];
    for (let seed = 0; seed < repeats(short, 4_000); seed += 1) {
      const fit = betaOf({ models, items: fromModel({ models, items, beta, seed }), seed });
      if (fit === null) continue;
      coverage.add(covers(fit, beta));
      estimates.push(fit.value);
    }
    coverage.expectNominalCoverage();
    expect(estimates.length / repeats(short, 4_000)).toBeGreaterThan(0.99);
    const mean = estimates.reduce((sum, value) => sum + value, 0) / estimates.length;
    expect(Math.abs(mean - beta)).toBeLessThan(0.08);
  });
});

/** Returns the cells of reused self-predictions, and the control for correlated rates of "yes". */
function crossed(models: number, behaved: readonly SubjectBehavior[]) {
  const items = behaved.map(({ predictions, outcomes }, item) => ({
    cluster: String(item % 1_000),
    right: predictions.flatMap((prediction) => outcomes.map((outcome) => Number(prediction === outcome))),
  }));
  const chance = chanceAgreementControl({
    models,
    items: behaved.length,
    said: (item, model) => Number(behaved[item]?.predictions[model]),
    held: (item, model) => Number(behaved[item]?.outcomes[model]),
  });
  return { models, items, controls: [chance] };
}

/** Returns the beta of an infinite sample of the items of a world's models. */
function endlessBeta(world: BehaviorWorld): number {
  const fit = betaOf({
    ...crossed(world.models, behaviors({ ...world, items: repeats(10_000, 40_000) }, ratesOf(world))),
    seed: 1,
  });
  if (fit === null) throw new Error('an endless sample without a beta');
  return fit.value;
}

describe('self-forecasts reused for others, models with rates of their own', () => {
  it.each([
    [5, 200],
    [5, 60],
    [8, 60],
  ])('%i models x %i items: beta = 0 is covered once chance agreement is controlled', (models, n) => {
    const controlled = new Tally();
    const estimates: number[] = [];
    for (let seed = 0; seed < repeats(25, 4_000); seed += 1) {
      const fit = betaOf({ ...crossed(models, behaviors({ models, items: n, knowledge: 0, seed })), seed });
      controlled.add(covers(fit, 0));
      if (fit !== null) estimates.push(fit.value);
    }
    controlled.expectNominalCoverage();
    expectUnbiased(estimates, 0);
  });

  it('beta = 0 is not covered without that control', () => {
    const plain = new Tally();
    for (let seed = 0; seed < repeats(25, 2_000); seed += 1) {
      const cells = crossed(5, behaviors({ models: 5, items: 200, knowledge: 0, seed }));
      plain.add(covers(betaOf({ ...cells, controls: [], seed }), 0));
    }
    plain.expectRate(0, 0.8);
  });

  // Reused predictions are not drawn from the item-level model: the truth is the value of an infinite sample of items.
  it.each([200, 60])(
    '5 models x %i items: beta of self-knowledge, 0.5 in the mean, is covered and recovered',
    (items) => {
      const coverage = new Tally();
      const [truths, errors]: [number[], number[]] = [[], []];
      for (let place = 0; place < repeats(2, 80); place += 1) {
        const world = { models: 5, items, knowledge: 3, seed: place };
        const truth = endlessBeta(world);
        truths.push(truth);
        for (let set = 0; set < repeats(15, 50); set += 1) {
          const seed = 1_000 * (place + 1) + set;
          const fit = betaOf({ ...crossed(5, behaviors({ ...world, seed }, ratesOf(world))), seed });
          coverage.add(covers(fit, truth));
          if (fit !== null) errors.push(fit.value - truth);
        }
      }
      coverage.expectNominalCoverage();
      expectUnbiased(errors, 0);
      const mean = truths.reduce((sum, truth) => sum + truth, 0) / truths.length;
      expect(Math.abs(mean - 0.5)).toBeLessThan(0.1);
    },
  );

  // These few models' rates of "yes" may be correlated by chance: the truth is the value of an infinite sample of items.
  it('self-advantage of MCC covers what it is for these models on all items, and that is 0 over many models', () => {
    const [all, each] = [new Tally(), new Tally()];
    const truths: number[] = [];
    const models = 5;
    for (let seed = 0; seed < repeats(60, 2_000); seed += 1) {
      const world = { models, items: 200, knowledge: 0, seed } as const;
      const measure = (totals: Float64Array, offset: number) => mcc(confusionOf(totals, offset));
      const clusters = behaviors(world).map(({ predictions, outcomes }) =>
        predictions.flatMap((prediction) =>
          outcomes.flatMap((outcome) => [...confusionTally([{ forecast: prediction, outcome: Number(outcome) }])]),
        ),
      );
      const found = selfAdvantage({ clusters, models, columns: 4, measure, seed, resamples: 500 });
      const truth = endlessCells(world).map((row) => row.map(mcc));
      const overall = diagonalDifference(truth) as number;
      truths.push(overall);
      if (found.all.kind === 'known') all.add(covers(found.all, overall));
      for (const [model, value] of advantages(truth).entries()) {
        const own = found.byModel[model];
        if (own?.kind === 'known') each.add(covers(own, value as number));
      }
    }
    all.expectNominalCoverage();
    each.expectNominalCoverage();
    expectUnbiased(truths, 0);
  });

  it('with self-knowledge beta is above 0', () => {
    const tally = new Tally();
    for (let seed = 0; seed < repeats(15, 300); seed += 1) {
      const cells = crossed(5, behaviors({ models: 5, items: 300, knowledge: 1, seed }));
      const interval = betaOf({ ...cells, seed })?.interval ?? null;
      tally.add(interval !== null && interval.low > 0);
    }
    tally.expectRate(0.9, 1);
  });
});
