import { expect, it } from 'vitest';
import { paperCondition } from '../../domain/condition.ts';
import type { Observed, OutcomeRow } from '../../domain/outcome.ts';
import { experimentRegistry } from '../../experiments/registry.ts';
import type { Estimate } from '../../results/estimate.ts';
import { conditionName } from '../../run/plan/item-task.ts';
import { analyze } from '../analyze.ts';

const part = (value: boolean): Observed<boolean> => ({ kind: 'present', value, step: 'strict' });

type Counts = readonly [forecast: boolean, executions: readonly boolean[], times: number];

/** Measures requests, each of which is its own group. */
async function measured(counts: readonly Counts[]): Promise<(measure: string) => Estimate> {
  async function* rows(): AsyncGenerator<OutcomeRow> {
    const place = { run: 'r', experiment: 'restriction', model: 'm', condition: conditionName(paperCondition) };
    let item = 0;
    for (const [prediction, executions, times] of counts) {
      for (let time = 0; time < times; time += 1) {
        item += 1;
        const outcome = {
          kind: 'binary',
          unit: '',
          prediction: part(prediction),
          probability: null,
          label: null,
        } as const;
        const name = `i${item}`;
        yield {
          ...place,
          item: name,
          cluster: name,
          reader: 'both',
          outcome: { ...outcome, executions: executions.map(part) },
        };
      }
    }
  }
  const estimates = await analyze(rows(), { experiments: experimentRegistry() });
  return (measure) => {
    const found = estimates.find((each) => each.measure === measure && each.policy === 'parsed');
    if (found === undefined) throw new Error(`no ${measure}`);
    return found;
  };
}

it('d’ and criterion are those of R’s qnorm (bench/reference/scores.R), with an interval', async () => {
  const found = await measured([
    [true, [true], 12],
    [true, [false], 4],
    [false, [false], 6],
    [false, [true], 2],
  ]);
  expect(found('d_prime')).toMatchObject({ unit: 'deviations', n: 24, baseRate: 0, reexecution: null });
  expect(found('d_prime').value).toBeCloseTo(1.19730568368, 9);
  expect(found('criterion').value).toBeCloseTo(-0.368768724261, 9);
  for (const measure of ['d_prime', 'criterion']) {
    const { value, interval } = found(measure);
    expect(interval?.[0]).toBeLessThan(value ?? Number.NaN);
    expect(interval?.[1]).toBeGreaterThan(value ?? Number.NaN);
  }
});

it('reports d’ next to that of a re-execution', async () => {
  const found = await measured([
    [true, [true, true], 8],
    [true, [false, true], 8],
    [false, [false, false], 8],
  ]);
  // 8 of 24 pairs of executions are yes and yes, 8 no and no, and 4 are mixed in either order: z(8.5/13) - z(4.5/13).
  expect(found('d_prime').reexecution).toBeCloseTo(0.791450591629, 9);
});

it('has neither measure without one of the classes', async () => {
  const found = await measured([[true, [true], 9]]);
  for (const measure of ['d_prime', 'criterion']) {
    expect(found(measure)).toMatchObject({ value: null, interval: null });
    expect(found(measure).absent?.value, measure).toBe('undefined for these counts (a class is empty)');
  }
});
