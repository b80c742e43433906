import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { agreements, statedOf } from '../../src/experiments/repeat/simulate.ts';
import { generateRepeat } from '../../workshop/repeat/generate.ts';
import { type Bench, type BenchRun, measured, openBench } from '../support/simulated-run.ts';
import { subjectNamed } from '../support/simulated-subject.ts';
import { long } from './simulate.ts';

const items = generateRepeat(300);
const abilities = long ? [0, 0.5, 1] : [0, 1];
const modelOf = (self: number) => `simulated/writer?self=${self}`;

/** Returns the expected accuracy of the stated probabilities, and that of a re-execution. */
function expected(self: number): { readonly accuracy: number; readonly reexecution: number } {
  const subject = subjectNamed('writer', self);
  let [right, again] = [0, 0];
  for (const item of items) {
    const { own } = agreements(subject, item);
    right += statedOf(subject, item) >= 50 ? own : 1 - own;
    again += own ** 2 + (1 - own) ** 2;
  }
  return { accuracy: right / items.length, reexecution: again / items.length };
}

describe('models that know how constant their answers are', () => {
  let bench: Bench;
  let run: BenchRun;
  beforeAll(async () => {
    bench = await openBench();
    run = await bench.run({ model: abilities.map(modelOf), experiment: ['repeat'], samples: 4 }, { repeat: items });
  });
  afterAll(() => bench.close());

  it.each(abilities)('self-knowledge %d: recovers accuracy and re-execution', (self) => {
    const { value, reexecution, n } = measured(run, 'accuracy', { model: modelOf(self) });
    const truth = expected(self);
    expect(n).toBeCloseTo(items.length, 9);
    // 600 pairs of executions: three standard errors are about 0.06.
    expect(Math.abs((value ?? 9) - truth.accuracy)).toBeLessThan(0.06);
    expect(Math.abs((reexecution ?? 9) - truth.reexecution)).toBeLessThan(0.06);
  });

  it('rises with ability', () => {
    const scores = abilities.map((self) => measured(run, 'accuracy', { model: modelOf(self) }).value ?? 9);
    expect(scores).toEqual(scores.toSorted((one, other) => one - other));
  });
});
