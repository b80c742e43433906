import { describe, expect, it } from 'vitest';
import { referencePoints } from '../../../bench/reference/calibration-points.ts';
import { analyzed } from '../../../test/support/analyzed.ts';
import { conditionName } from '../../answers/plan/item-task.ts';
import { paperCondition } from '../../domain/condition.ts';
import type { Observed } from '../../domain/outcome.ts';
import { experimentRegistry } from '../../experiments/registry.ts';
import type { OutcomeRow } from '../../outcome-kinds/outcome-kinds.ts';
import { type Estimate, estimateSchema } from '../../results/estimate.ts';
import { seededRandom } from '../../util/random.ts';

interface Told {
  readonly probability: number | null;
  readonly executions: readonly boolean[];
  readonly reader?: OutcomeRow['reader'];
}

const part = (value: boolean): Observed<boolean> => ({ kind: 'present', value, step: 'strict' });

async function estimatesOf(told: readonly Told[]): Promise<readonly Estimate[]> {
  async function* rows(): AsyncGenerator<OutcomeRow> {
    const place = { run: 'r', experiment: 'restriction', model: 'm', condition: conditionName(paperCondition) };
    for (const [index, { probability, executions, reader = 'both' }] of told.entries()) {
      const item = `i${index}`;
      const prediction = part((probability ?? 0) > 0.5);
      const outcome = { kind: 'binary', unit: '', label: null, prediction, probability } as const;
      yield { ...place, item, cluster: item, reader, outcome: { ...outcome, executions: executions.map(part) } };
    }
  }
  const { estimates } = await analyzed(rows(), { experiments: experimentRegistry() });
  return estimates;
}

function named(estimates: readonly Estimate[], measure: string): Estimate {
  const found = estimates.filter((each) => each.measure === measure);
  expect(found).toHaveLength(1); // under one policy: a missing probability cannot be counted as wrong
  return found[0] as Estimate;
}

const reference = referencePoints.map(({ prediction, outcome }) => ({
  probability: prediction,
  executions: [outcome === 1],
}));

describe('outcomes with probabilities', () => {
  it('have the scores of R (bench/reference/scores.R), with the score of the base rate', async () => {
    const estimates = await estimatesOf(reference);
    for (const [measure, value, base] of [
      ['brier', 0.192916666667, 0.243055555556],
      ['brier_reliability', 0.03875, 0],
      ['brier_resolution', 0.0888888888889, 0],
      ['brier_uncertainty', 0.243055555556, null],
      ['auroc', 0.764285714286, 0.5],
    ] as const) {
      const found = named(estimates, measure);
      expect(found.value, measure).toBeCloseTo(value, 10);
      if (base === null) expect(found.baseRate, measure).toBeNull();
      else expect(found.baseRate, measure).toBeCloseTo(base, 10);
      expect(found).toMatchObject({ policy: 'parsed', n: 24, clusters: 24 });
      if (/_/.test(measure)) {
        expect(found).toMatchObject({
          interval: null,
          absent: { interval: expect.stringMatching(/too low coverage/) },
        });
        continue;
      }
      expect(found.method).toContain('jackknife over groups, t');
      expect(found.interval?.[0], measure).toBeLessThan(value);
      expect(found.interval?.[1], measure).toBeGreaterThan(value);
    }
    expect(named(estimates, 'calibration_error').value).toBeGreaterThan(0);
    for (const estimate of estimates) expect(estimateSchema.safeParse(estimate).error).toBeUndefined();
  });

  it('give the reason for an absent number', async () => {
    const estimates = await estimatesOf(reference);
    for (const measure of ['noise_floor', 'noise_corrected_skill']) {
      const found = named(estimates, measure);
      expect(found).toMatchObject({ value: null, n: 0, clusters: 0, interval: null });
      expect(Object.keys(found.absent ?? {})).toEqual(expect.arrayContaining(['value', 'interval', 'reexecution']));
    }
    const [first] = await estimatesOf(reference.slice(0, 5)).then((few) =>
      few.filter((each) => each.measure === 'brier'),
    );
    expect(first).toMatchObject({ interval: null, method: 'no interval: fewer than 6 groups' });
  });

  it('with every true probability score the noise floor and a skill of 1', async () => {
    const random = seededRandom('probabilities', 3);
    const told = Array.from({ length: 400 }, () => {
      const probability = Math.round(100 * random()) / 100;
      return { probability, executions: [0, 1, 2].map(() => random() < probability) };
    });
    const estimates = await estimatesOf(told);
    const covers = (measure: string, truth: number) => {
      const { interval } = named(estimates, measure);
      expect(interval?.[0], measure).toBeLessThan(truth);
      expect(interval?.[1], measure).toBeGreaterThan(truth);
    };
    covers('noise_corrected_skill', 1);
    covers('noise_floor', 1 / 6);
    covers('brier', 1 / 6);
    covers('auroc', 5 / 6);
    covers('signed_bias', 0);
  });
});

it('has no such rows without probabilities, and does not count recorded readings as units', async () => {
  const none = await estimatesOf(reference.map((each) => ({ ...each, probability: null })));
  expect(none.filter(({ measure }) => /brier|auroc|calibration|noise/.test(measure))).toEqual([]);
  const own = reference.map((each) => ({ ...each, reader: 'own' as const }));
  const recorded = reference.map((each) => ({ ...each, probability: 1, reader: 'recorded' as const }));
  expect(named(await estimatesOf([...own, ...recorded]), 'brier')).toMatchObject({ n: 24, clusters: 24 });
});
