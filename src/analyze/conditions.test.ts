import { describe, expect, it } from 'vitest';
import { conditionName } from '../answers/plan/item-task.ts';
import type { Condition } from '../domain/condition.ts';
import type { Observed } from '../domain/outcome.ts';
import { experimentRegistry } from '../experiments/registry.ts';
import type { BinaryOutcome } from '../outcome-kinds/binary.ts';
import type { OutcomeRow } from '../outcome-kinds/outcome-kinds.ts';
import { seededRandom } from '../util/random.ts';
import { conditionSpreads } from './conditions.ts';
import { Accumulator } from './estimates/accumulate.ts';

const present = (value: boolean): Observed<boolean> => ({ kind: 'present', value, step: 'strict' });
const absent: Observed<never> = { kind: 'absent', slot: 'forecast', reason: 'unparsed', detail: '' };

const conditions: readonly Condition[] = ['paper', 'plain'].flatMap((wording) =>
  (['given', 'reversed'] as const).map(
    (optionOrder): Condition => ({ wording, optionOrder, mode: 'direct', language: 'en', system: null }),
  ),
);

function outcome(prediction: Observed<boolean>): BinaryOutcome {
  return { kind: 'binary', unit: '', prediction, probability: null, executions: [present(true)], label: null };
}

/** Generates rows of a crossed design: whether the prediction of an item is right under a condition, or missing. */
function rows(items: number, right: (item: number, condition: Condition) => boolean | null): OutcomeRow[] {
  return conditions.flatMap((condition) =>
    Array.from({ length: items }, (_, item): OutcomeRow => {
      const is = right(item, condition);
      return {
        run: 'r',
        experiment: 'restriction',
        model: 'm',
        condition: conditionName(condition),
        item: `i${item}`,
        cluster: `i${item}`,
        reader: 'both',
        outcome: outcome(is === null ? absent : present(is)),
      };
    }),
  );
}

function accuracyOf(outcomes: readonly OutcomeRow[], policy: 'parsed' | 'failures-wrong' = 'parsed') {
  const accumulator = new Accumulator(experimentRegistry());
  for (const row of outcomes) accumulator.add(row);
  const spreads = conditionSpreads(accumulator.groups(), {
    experiments: experimentRegistry(),
    conditionsOf: () => conditions,
    policy,
    measures: 'headlines',
  });
  const found = spreads.find(({ measure }) => measure === 'accuracy');
  if (found === undefined) throw new Error('accuracy is a measure');
  return found;
}

describe('conditionSpreads', () => {
  it('returns the mean, the spread and every difference of the conditions', () => {
    // Of 20 items, 16, 12, 14 and 8 are right.
    const counts = new Map([
      ['paper given', 16],
      ['paper reversed', 12],
      ['plain given', 14],
      ['plain reversed', 8],
    ]);
    const spread = accuracyOf(
      rows(20, (item, { wording, optionOrder }) => item < (counts.get(`${wording} ${optionOrder}`) ?? 0)),
    );
    expect(spread.conditions.map(({ value }) => value)).toEqual([0.8, 0.6, 0.7, 0.4]);
    expect(spread.mean).toBeCloseTo(0.625, 12);
    // Sample standard deviation of .8, .6, .7, .4.
    expect(spread.deviation).toBeCloseTo(0.170782512766, 10);
    expect(spread.range).toEqual([0.4, 0.8]);
    expect(spread.clusters).toBe(20);
    expect(spread.differences.map(({ difference }) => Number(difference?.toFixed(9)))).toEqual([
      0.2, 0.1, 0.4, -0.1, 0.2, 0.3,
    ]);
    expect(spread.factors.map(({ factor, first, second }) => [factor, first, second])).toEqual([
      ['wording', 'paper', 'plain'],
      ['optionOrder', 'given', 'reversed'],
    ]);
    expect(spread.factors[0]?.difference).toBeCloseTo(0.7 - 0.55, 12);
    expect(spread.factors[1]?.difference).toBeCloseTo(0.75 - 0.5, 12);
    const excludesZero = ({ interval }: { readonly interval: readonly [number, number] | null }) =>
      interval !== null && (interval[0] > 0 || interval[1] < 0);
    // Where 2 or 4 items differ, all in one direction, the exact sign test has p = 0.5 and 0.125; with 6 and 8, below 0.05.
    expect(spread.differences.map(excludesZero)).toEqual([false, false, true, false, false, true]);
    expect(spread.differences[0]?.interval).toBe(null);
    for (const { interval, difference } of [...spread.differences, ...spread.factors]) {
      if (interval === null) continue;
      expect(interval[0]).toBeLessThan(difference ?? 9);
      expect(interval[1]).toBeGreaterThan(difference ?? -9);
    }
  });

  it('pairs by item: conditions that agree on every item have a difference of 0, however noisy the items are', () => {
    const random = seededRandom('pairs');
    const easy = Array.from({ length: 60 }, () => random() < 0.5);
    const same = accuracyOf(rows(60, (item) => easy[item] ?? false));
    for (const { difference, interval } of same.differences) expect([difference, interval]).toEqual([0, null]);
    // One order loses a third of the right items: two separate intervals would not show this difference.
    const shifted = accuracyOf(
      rows(60, (item, { optionOrder }) => (easy[item] ?? false) && (optionOrder === 'given' || item % 3 > 0)),
    );
    const order = shifted.factors.find(({ factor }) => factor === 'optionOrder');
    expect(order?.interval?.[0]).toBeGreaterThan(0);
    const width = (interval: readonly [number, number] | null | undefined) =>
      (interval?.[1] ?? 9) - (interval?.[0] ?? 0);
    expect(width(order?.interval)).toBeLessThan(width(shifted.interval));
  });

  it('counts missing predictions according to the policy', () => {
    const lossy = rows(10, (item, { wording }) => (wording === 'plain' && item < 5 ? null : true));
    expect(accuracyOf(lossy).mean).toBe(1);
    expect(accuracyOf(lossy, 'failures-wrong').mean).toBeCloseTo(0.75, 12);
    expect(accuracyOf(lossy).conditions.map(({ n }) => n)).toEqual([10, 10, 5, 5]);
  });

  it('returns nothing for a single condition', () => {
    const accumulator = new Accumulator(experimentRegistry());
    for (const row of rows(5, () => true).slice(0, 5)) accumulator.add(row);
    const options = {
      experiments: experimentRegistry(),
      conditionsOf: () => [],
      policy: 'parsed',
      seed: 1,
      measures: 'all',
    } as const;
    expect(conditionSpreads(accumulator.groups(), options)).toEqual([]);
  });

  it('covers a true difference between conditions at its nominal rate', () => {
    let covered = 0;
    const repeats = 100;
    for (let repeat = 0; repeat < repeats; repeat += 1) {
      const random = seededRandom('coverage', repeat);
      const ease = Array.from({ length: 40 }, () => random());
      const right = (item: number, { wording }: Condition) =>
        random() < (ease[item] ?? 0) * (wording === 'paper' ? 0.9 : 0.7);
      const accumulator = new Accumulator(experimentRegistry());
      for (const row of rows(40, right).filter(({ condition }) => !condition.includes('reversed')))
        accumulator.add(row);
      const own = ease.reduce((sum, each) => sum + each * 0.2, 0) / ease.length;
      const spreads = conditionSpreads(accumulator.groups(), {
        experiments: experimentRegistry(),
        conditionsOf: () => [],
        policy: 'parsed',
        measures: 'headlines',
      });
      const interval = spreads[0]?.differences[0]?.interval;
      if (interval != null && interval[0] <= own && own <= interval[1]) covered += 1;
    }
    expect(covered / repeats).toBeGreaterThan(0.88);
  });
});
