import { describe, expect, it } from 'vitest';
import { loadListed } from '../../../test/support/listed.ts';
import type { ItemTask } from '../../answers/plan/item-task.ts';
import type { Condition } from '../../domain/condition.ts';
import { experimentRegistry, type TrainableExperiment, trainableExperiment } from '../../experiments/registry.ts';
import type { Outcome } from '../../outcome-kinds/outcome-kinds.ts';
import type { Store } from '../../store/store.ts';
import { runExamples } from './run-examples.ts';

const from = { run: 'r', target: 'simulated/ada', wordings: ['asked-before'] };

/** Returns a task of the training split whose experiment plans no calls and gives these outcomes. */
async function taskWith(outcomes: readonly Outcome[], condition: Partial<Condition> = {}): Promise<ItemTask> {
  const trained = trainableExperiment(experimentRegistry());
  const experiment: TrainableExperiment = {
    ...trained,
    plan: () => [],
    outcomes: ({ item }) => outcomes.map((each) => ({ ...each, unit: trained.training.questions(item)[0] ?? '' })),
  };
  const { items } = await loadListed(experiment, null, { limit: 50, seed: 1 });
  const item = items.find((each) => experiment.training.split(each) === 'train');
  return { experiment, subject: { name: from.target }, context: { item, condition } } as unknown as ItemTask; // the fields that are read
}

describe('runExamples', () => {
  it('refuses outcomes that are not categorical instead of leaving them out', async () => {
    const outcome = { kind: 'binary', unit: 'first-word', executions: [] } as unknown as Outcome;
    const made = runExamples({} as Store, [await taskWith([outcome])], from);
    await expect(made).rejects.toThrow('gives an outcome of the kind binary');
  });

  it('hides a system prompt of executions alone from the rows, and names it as their source', async () => {
    const executions = [{ kind: 'present', value: 'owl' }];
    const outcome = { kind: 'categorical', unit: 'first-word', executions } as unknown as Outcome;
    const given = { mode: 'direct', system: 'Be a pirate.' } as const;
    const exampleOf = async (condition: Partial<Condition>) =>
      (await runExamples({} as Store, [await taskWith([outcome], condition)], from)).examples[0];
    const [hidden, seen] = [await exampleOf({ ...given, systemOn: 'execution' }), await exampleOf(given)];
    expect(hidden?.messages.map(({ role }) => role)).toEqual(['user']);
    expect(JSON.stringify(hidden?.messages)).not.toContain('pirate');
    expect(hidden?.from.system).toBe('Be a pirate.');
    expect(seen?.messages[0]).toEqual({ role: 'system', content: 'Be a pirate.' });
    expect(seen?.from).not.toHaveProperty('system');
  });
});
