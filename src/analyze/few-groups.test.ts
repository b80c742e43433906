import { expect, test } from 'vitest';
import { analyzed } from '../../test/support/analyzed.ts';
import { conditionName } from '../answers/plan/item-task.ts';
import type { Condition } from '../domain/condition.ts';
import type { Observed } from '../domain/outcome.ts';
import { experimentRegistry } from '../experiments/registry.ts';
import type { OutcomeRow } from '../outcome-kinds/outcome-kinds.ts';
import { compareModels } from './compare/compare-models.ts';
import { conditionSpreads } from './conditions.ts';

const experiments = experimentRegistry();
const conditions = ['paper', 'plain'].map(
  (wording): Condition => ({ wording, optionOrder: 'given', mode: 'direct', language: 'en', system: null }),
);
const part = (value: boolean | null): Observed<boolean> =>
  value === null
    ? { kind: 'absent', slot: 'forecast', reason: 'unparsed', detail: '' }
    : { kind: 'present', value, step: 'strict' };

/** Generates forty requests, each its own group; model `a` has predictions for `usable` of them. */
async function* requests(usable: number): AsyncGenerator<OutcomeRow> {
  for (const condition of conditions.map(conditionName)) {
    for (const model of ['a', 'b']) {
      for (let item = 0; item < 40; item += 1) {
        const prediction = part(model === 'a' && item >= usable ? null : item % 3 > 0);
        const outcome = { kind: 'binary', unit: '', prediction, probability: null, label: null } as const;
        const place = { run: 'r', experiment: 'restriction', model, condition, item: `i${item}`, cluster: `i${item}` };
        const does = item % 2 > 0 || model === 'b';
        yield { ...place, reader: 'both', outcome: { ...outcome, executions: [part(does)] } };
      }
    }
  }
}

async function intervals(usable: number) {
  const { estimates, fields, groups } = await analyzed(requests(usable), { experiments });
  const [estimate] = estimates.filter(({ measure, policy }) => measure === 'accuracy' && policy === 'parsed');
  const [difference] = compareModels({ fields, scores: [], findings: [] }).differences;
  const conditionsOf = () => conditions;
  const spread = conditionSpreads(groups, { experiments, conditionsOf, policy: 'parsed', measures: 'all' });
  return { estimate, difference, spread: spread[0] };
}

test('needs six groups with units for an interval', async () => {
  const { estimate, difference, spread } = await intervals(5);
  expect(estimate).toMatchObject({ n: 5, clusters: 5, interval: null, method: 'no interval: fewer than 6 groups' });
  expect(estimate?.value).not.toBeNull();
  expect(difference).toMatchObject({
    quantity: { n: 5, interval: null, missing: 'fewer than 6 items' },
    ...{
      p: null,
      word: 'no test',
      reason: '5 groups of items, fewer than the 20 that a verdict needs: 35 units of 40 lack a score',
    },
  });
  expect(spread).toMatchObject({ interval: null, method: 'no interval: fewer than 6 groups' });
});

test('has an interval with six groups', async () => {
  const { estimate, spread } = await intervals(6);
  expect(estimate).toMatchObject({ n: 6, clusters: 6 });
  for (const { interval } of [estimate, spread].filter((each) => each !== undefined)) {
    expect(interval).not.toBeNull();
  }
});
