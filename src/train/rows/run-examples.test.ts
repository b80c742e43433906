import { describe, expect, it } from 'vitest';
import { loadListed } from '../../../test/support/listed.ts';
import type { ItemTask } from '../../answers/plan/item-task.ts';
import type { Outcome } from '../../domain/outcome.ts';
import { experimentRegistry, type TrainableExperiment, trainableExperiment } from '../../experiments/registry.ts';
import type { Store } from '../../store/store.ts';
import { runExamples } from './run-examples.ts';

const from = { run: 'r', target: 'simulated/ada', wordings: ['asked-before'] };

/** Returns a task of the training split whose experiment plans no calls and gives these outcomes. */
async function taskWith(outcomes: readonly Outcome[]): Promise<ItemTask> {
  const experiment: TrainableExperiment = {
    ...trainableExperiment(experimentRegistry()),
    plan: () => [],
    outcomes: () => outcomes,
  };
  const { items } = await loadListed(experiment, null, { limit: 50, seed: 1 });
  const item = items.find((each) => experiment.training.split(each) === 'train');
  return { experiment, subject: { name: from.target }, context: { item, condition: {} } } as unknown as ItemTask; // the fields that are read
}

describe('runExamples', () => {
  it('refuses outcomes that are not categorical instead of leaving them out', async () => {
    const outcome = { kind: 'binary', unit: 'first-word', executions: [] } as unknown as Outcome;
    const made = runExamples({} as Store, [await taskWith([outcome])], from);
    await expect(made).rejects.toThrow('gives an outcome of the kind binary');
  });
});
