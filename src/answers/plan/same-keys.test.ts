import { describe, expect, it } from 'vitest';
import { shippedDataset } from '../../data/shipped-datasets.ts';
import type { Condition } from '../../domain/condition.ts';
import type { Dataset, ItemBase } from '../../domain/dataset.ts';
import { type RunConfig, runId } from '../../domain/run-config.ts';
import { experimentRegistry } from '../../experiments/registry.ts';
import { sha256 } from '../../util/canonical-json.ts';
import { ItemAnswers } from './item-answers.ts';
import { buildRequest, conditionName, itemTasks } from './item-task.ts';
import { plannedCalls, planWithoutAnswers } from './planned-calls.ts';

const registry = experimentRegistry();
const names = ['association', 'restriction', 'difficulty', 'stump', 'verbatim'];
const datasets = new Map<string, Dataset<ItemBase>>();

/**
 * Returns a configuration with two items of each experiment of version 0.1, two models, two conditions and two
 * executions.
 */
function configOf(): RunConfig {
  const experiments = names.map((name) => {
    const experiment = registry.get(name);
    if (experiment === undefined) throw new Error(`no ${name}`);
    const dataset = shippedDataset(experiment);
    datasets.set(dataset.sha256, { ...dataset, items: dataset.items.slice(0, 2) });
    const condition = { wording: experiment.factors.wording.levels[0], optionOrder: 'given' as const, language: 'en' };
    const conditions: Condition[] = [
      { ...condition, mode: 'deliberate', system: null },
      { ...condition, mode: 'direct', system: 'Be terse.' },
    ];
    return { name, version: experiment.version, dataset: { name, sha256: dataset.sha256, items: 2 }, conditions };
  });
  const models = ['ada', 'bo'].map((name) => ({
    name: `simulated/${name}`,
    identity: `simulated/${name}?self=0.5&format=0`,
    baseUrl: null,
  }));
  return {
    models,
    judge: null,
    judgeRubric: 'two-way',
    experiments,
    samples: 2,
    sampling: { temperature: 0.7, seed: 3 },
    seed: 1,
  };
}

function keysOf(config: RunConfig): readonly string[] {
  return [...itemTasks(config, registry, datasets)].flatMap((work) =>
    planWithoutAnswers(work.experiment, work.context).map((call) => buildRequest(work, call).key),
  );
}

const config = configOf();

describe('a run without the options of experiment property', () => {
  it('has the id and the call keys that version 0.1 gave it', () => {
    expect(runId(config)).toBe('4bb52f0c1815');
    const keys = keysOf(config);
    expect(keys).toHaveLength(192);
    expect(sha256(keys.join('\n')).slice(0, 16)).toBe('f5c0a1d796730eff');
  });

  it('changes its id with each of the options', () => {
    const asking = { ...config, models: config.models.map((model) => ({ ...model, asks: 'predictions' as const })) };
    const repeated = { ...config, predictionSamples: 2 };
    const selected = { ...config, selection: { split: 'test' } };
    const controlled = { ...config, control: 'answer-shown' as const };
    const systemOn = {
      ...config,
      experiments: config.experiments.map((planned) => ({
        ...planned,
        conditions: planned.conditions.map((condition) => ({ ...condition, systemOn: 'execution' as const })),
      })),
    };
    expect(new Set([config, asking, repeated, selected, systemOn, controlled].map(runId)).size).toBe(6);
    expect(keysOf(selected)).toEqual(keysOf(config));
  });

  it('keeps the keys of the default level of a sampling factor, and changes all keys but those of judges at another', () => {
    const at = (temperature: string): RunConfig => ({
      ...config,
      experiments: config.experiments.map((planned) => ({
        ...planned,
        conditions: planned.conditions.map((condition) => ({ ...condition, temperature })),
      })),
    });
    expect(runId(at('default'))).not.toBe(runId(config));
    expect(keysOf(at('default'))).toEqual(keysOf(config));
    const isJudged = [...itemTasks(config, registry, datasets)].flatMap((work) =>
      planWithoutAnswers(work.experiment, work.context).map(({ role }) => role === 'judge'),
    );
    const [before, after] = [keysOf(config), keysOf(at('0'))];
    expect(before.map((key, index) => key === after[index])).toEqual(isJudged);
  });

  it('keeps every call of a run without a control, and adds calls', () => {
    const withControl = new Set(keysOf({ ...config, control: 'answer-shown' }));
    expect(keysOf(config).filter((key) => !withControl.has(key))).toEqual([]);
    expect(withControl.size).toBeGreaterThan(new Set(keysOf(config)).size);
  });
});

describe('plannedCalls', () => {
  const works = [...itemTasks(config, registry, datasets)];
  const slotsOf = (asks: 'both' | 'predictions' | 'executions', name = 'association') =>
    new Set(
      works
        .filter(({ experiment }) => experiment.name === name)
        .flatMap(({ experiment, context }) =>
          plannedCalls(experiment, { ...context, asks }, new ItemAnswers(experiment)),
        )
        .map(({ slot }) => slot),
    );

  it('skips calls that the run does not send to the model', () => {
    expect(slotsOf('both')).toEqual(new Set(['forecast', 'execute']));
    expect(slotsOf('predictions')).toEqual(new Set(['forecast']));
    expect(slotsOf('executions')).toEqual(new Set(['execute']));
  });

  it('has no call of an experiment without predictions for a model that only predicts', () => {
    expect(slotsOf('both', 'stump')).toEqual(new Set(['author']));
    expect(slotsOf('predictions', 'stump')).toEqual(new Set());
    expect(slotsOf('executions', 'stump')).toEqual(new Set(['author']));
  });

  it('plans predictions without the system prompt when only executions have it', () => {
    const work = works.find(({ context }) => context.condition.system !== null);
    if (work === undefined) throw new Error('there is a system prompt');
    const condition: Condition = { ...work.context.condition, systemOn: 'execution' };
    const calls = plannedCalls(work.experiment, { ...work.context, condition }, new ItemAnswers(work.experiment));
    for (const { slot, messages } of calls) {
      expect(messages.some(({ role }) => role === 'system')).toBe(slot !== 'forecast');
    }
    expect(conditionName(condition)).not.toBe(conditionName(work.context.condition));
  });
});
