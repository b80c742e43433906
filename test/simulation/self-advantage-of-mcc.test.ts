import { describe, it } from 'vitest';
import { advantages, diagonalDifference, selfAdvantage } from '../../src/stats/advantage/self-advantage.ts';
import { confusionOf, confusionTally, mcc } from '../../src/stats/binary/confusion.ts';
import { expectUnbiased, repeats, Tally } from './simulate.ts';
import { behaviors, endlessCells } from './subjects.ts';

interface Covering {
  readonly value: number;
  readonly interval: { readonly low: number; readonly high: number } | null;
}

function covers(fit: Covering | null, truth: number): boolean {
  const interval = fit?.interval ?? null;
  return interval !== null && interval.low <= truth && truth <= interval.high;
}

describe('self-advantage', () => {
  // These few models' rates of "yes" may be correlated by chance: the truth is the value of an infinite sample of items.
  it('self-advantage of MCC covers what it is for these models on all items, and that is 0 over many models', () => {
    const [all, each] = [new Tally(), new Tally()];
    const truths: number[] = [];
    const models = 5;
    for (let seed = 0; seed < repeats(8, 2_000); seed += 1) {
      const world = { models, items: 200, knowledge: 0, seed } as const;
      const measure = (totals: Float64Array, offset: number) => mcc(confusionOf(totals, offset));
      const clusters = behaviors(world).map(({ predictions, outcomes }) =>
        predictions.flatMap((prediction) =>
          outcomes.flatMap((outcome) => [...confusionTally([{ prediction, outcome: Number(outcome) }])]),
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
});
