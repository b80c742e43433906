import { expect, it } from 'vitest';
import type { ItemTask } from '../plan/item-task.ts';
import { type ItemToScore, itemOutcomes } from './outcome-rows.ts';

/** Calls `itemOutcomes` for an experiment, unchecked by a compiler, that returns these outcomes. */
function outcomesOf(outcomes: readonly object[]): unknown {
  const experiment = { name: 'mine', outcomes: () => outcomes } as unknown as ItemTask['experiment'];
  return itemOutcomes(experiment, {} as ItemToScore);
}

it('refuses an outcome whose prediction has the name of version 0.2, and says how to rename it', () => {
  expect(() => outcomesOf([{ kind: 'binary', forecast: 1 }])).toThrow(
    expect.objectContaining({
      code: 'old-outcome-field',
      message: expect.stringContaining('experiment mine'),
      hint: expect.stringContaining('"prediction"'),
    }),
  );
  expect(outcomesOf([{ kind: 'binary', prediction: 1 }])).toEqual([{ kind: 'binary', prediction: 1 }]);
});
