import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { presentOf } from '../../src/domain/outcome.ts';
import { chances } from '../../src/experiments/know/simulate.ts';
import { brier, type ForecastPoint } from '../../src/stats/probability.ts';
import { generateKnow } from '../../workshop/know.ts';
import { type Bench, type BenchRun, measured, openBench } from '../support/simulated-run.ts';
import { subjectNamed } from '../support/simulated-subject.ts';
import { long } from './simulate.ts';

const items = generateKnow(300);
const abilities = long ? [0, 0.5, 1] : [0, 1];
const modelOf = (self: number) => `simulated/solver?self=${self}`;

/** Returns the expected accuracy and Brier score of the stated probabilities, and the accuracy of a re-execution. */
function expected(self: number) {
  const subject = subjectNamed('solver', self);
  let [accuracy, brier, reexecution] = [0, 0, 0];
  for (const item of items) {
    const { own, common } = chances(subject, item);
    const stated = Math.round(100 * (common + self * (own - common))) / 100;
    accuracy += stated >= 0.5 ? own : 1 - own;
    brier += own * (1 - stated) ** 2 + (1 - own) * stated ** 2;
    reexecution += own ** 2 + (1 - own) ** 2;
  }
  return { accuracy: accuracy / items.length, brier: brier / items.length, reexecution: reexecution / items.length };
}

/** Returns each stated probability of a model with the share of its executions that are right. */
function pointsOf({ rows }: BenchRun, model: string): readonly ForecastPoint[] {
  return rows.flatMap(({ model: of, outcome }) => {
    if (of !== model || outcome.kind !== 'binary') return [];
    return presentOf(outcome.executions).map((right) => ({
      prediction: outcome.probability ?? Number.NaN,
      outcome: Number(right) as 0 | 1,
    }));
  });
}

describe('models that know how likely they are right', () => {
  let bench: Bench;
  let run: BenchRun;
  beforeAll(async () => {
    bench = await openBench();
    run = await bench.run({ model: abilities.map(modelOf), experiment: ['know'], samples: 3 }, { know: items });
  });
  afterAll(() => bench.close());

  it.each(abilities)('self-knowledge %d: recovers accuracy, Brier score and re-execution', (self) => {
    const { value, reexecution, n } = measured(run, 'accuracy', { model: modelOf(self) });
    const truth = expected(self);
    expect(n).toBeCloseTo(items.length, 9);
    // 300 questions with three executions each: three standard errors are below 0.06.
    expect(Math.abs((value ?? 9) - truth.accuracy)).toBeLessThan(0.06);
    expect(Math.abs((reexecution ?? 9) - truth.reexecution)).toBeLessThan(0.06);
    expect(Math.abs((brier(pointsOf(run, modelOf(self))) ?? 9) - truth.brier)).toBeLessThan(0.04);
  });
});
