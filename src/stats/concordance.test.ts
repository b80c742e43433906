import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Concordance, type RankedRuns, splitConcordance } from './concordance.ts';

const concordance = <Run>(ranking: RankedRuns<Run>): Concordance => splitConcordance(ranking, () => true).all;
const byCost = (first: number, second: number) => first - second;

it('gives the paper’s example: truth Q1 < Q2 < Q3 < Q4, ranking Q1 Q4 Q2 Q3 orders 4 of 6 pairs', () => {
  const found = concordance({ prediction: [0, 3, 1, 2], runs: [[1], [2], [3], [4]], compare: byCost });
  expect(found).toEqual({ agree: 4, pairs: 6 });
});

it('agrees with R: survival::concordance over the pairs untied in truth (bench/reference/scores.R)', () => {
  const cost = [3, 1, 4, 1, 5, 9, 2, 6];
  const place = [2, 1, 5, 3, 4, 8, 6, 7];
  const prediction = place.map((_, index) => place.indexOf(index + 1));
  const runs = cost.map((value) => [value]);
  const { selected: untied } = splitConcordance({ prediction, runs, compare: byCost }, (one, other) => one !== other);
  expect(untied.agree / untied.pairs).toBeCloseTo(0.814814814815, 10);
  // The tied pair of 28 counts one half.
  expect(concordance({ prediction, runs, compare: byCost }).agree / 28).toBeCloseTo((22 + 0.5) / 28, 12);
});

describe('several executions', () => {
  it('scores the share of execution pairs in which the unit predicted to be easier was easier', () => {
    const found = concordance({
      prediction: [0, 1],
      runs: [
        [1, 5],
        [2, 3],
      ],
      compare: byCost,
    });
    expect(found).toEqual({ agree: 0.5, pairs: 1 });
  });

  it('leaves out a unit without executions', () => {
    const found = concordance({ prediction: [2, 0, 1], runs: [[1], [2], []], compare: byCost });
    expect(found).toEqual({ agree: 1, pairs: 1 });
  });

  it('splits a score by kind of run pair without losing any', () => {
    interface Run {
      readonly right: boolean;
      readonly tokens: number;
    }
    const compare = (one: Run, other: Run) => Number(other.right) - Number(one.right) || one.tokens - other.tokens;
    const run = fc.record({ right: fc.boolean(), tokens: fc.integer({ min: 1, max: 5 }) });
    const units = fc.array(fc.array(run, { minLength: 1, maxLength: 3 }), { minLength: 4, maxLength: 4 });
    fc.assert(
      fc.property(units, fc.shuffledSubarray([0, 1, 2, 3], { minLength: 4 }), (runs, prediction) => {
        const { all, selected, others } = splitConcordance({ prediction, runs, compare }, (one, other) => {
          return one.right === other.right;
        });
        expect(all).toEqual(concordance({ prediction, runs, compare }));
        expect(selected.agree + others.agree).toBeCloseTo(all.agree, 9);
        expect(selected.pairs + others.pairs).toBeCloseTo(all.pairs, 9);
        const different = splitConcordance({ prediction, runs, compare }, (one, other) => one.right !== other.right);
        expect([different.selected, different.others]).toEqual([others, selected]);
        const reversed = concordance({ prediction: prediction.toReversed(), runs, compare });
        expect(all.agree + reversed.agree).toBeCloseTo(all.pairs, 9);
      }),
    );
  });
});

it('refuses an order that is none', () => {
  for (const prediction of [[0], [0, 0], [0, 2], [0, 1, 1]]) {
    expect(() => concordance({ prediction, runs: [[1], [2]], compare: byCost })).toThrow(RangeError);
  }
});
