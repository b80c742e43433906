import { afterAll, beforeAll, expect, it } from 'vitest';
import { presentOf } from '../../src/domain/outcome.ts';
import type { CategoricalOutcome } from '../../src/outcome-kinds/categorical.ts';
import { generateProperty } from '../../workshop/property/generate.ts';
import { type Bench, type BenchRun, measured, openBench } from '../support/simulated-run.ts';

const items = [...generateProperty(150, { task: 'claims' }), ...generateProperty(150, { task: 'sights' })];
const knowledge = [0, 0.5, 1] as const;
const modelOf = (known: number) => `simulated/speaker?private=${known}&skill=0`;

let bench: Bench;
let run: BenchRun;
beforeAll(async () => {
  bench = await openBench();
  run = await bench.run(
    { model: knowledge.map(modelOf), judge: 'simulated/judge', experiment: ['property'], samples: 1 },
    { property: items },
  );
});
afterAll(() => bench.close());

it.each(knowledge)('knowledge %d of judged properties: recovers the accuracy between the habit and 1', (known) => {
  const { value, n } = measured(run, 'accuracy_micro', { model: modelOf(known) });
  const habit = measured(run, 'accuracy_micro', { model: modelOf(0) }).value ?? 9;
  expect(n).toBe(2 * items.length);
  // 600 units of 300 strings: three standard errors are below 0.08.
  expect(Math.abs((value ?? 9) - (known + (1 - known) * habit))).toBeLessThan(0.08);
});

it('a model without knowledge is not above the best constant answer of each group', () => {
  const { value } = measured(run, 'accuracy_micro', { model: modelOf(0) });
  const groups = Map.groupBy(
    run.rows.filter(({ model }) => model === modelOf(0)).map(({ outcome }) => outcome as CategoricalOutcome),
    ({ group, unit }) => `${group} ${unit}`,
  );
  const right = [...groups.values()].map((own) => {
    const counts = Map.groupBy(
      own.flatMap(({ executions }) => presentOf(executions)),
      (each) => each,
    );
    return Math.max(...[...counts.values()].map(({ length }) => length));
  });
  expect(value ?? 9).toBeLessThanOrEqual(right.reduce((sum, count) => sum + count, 0) / (2 * items.length) + 1e-9);
});
