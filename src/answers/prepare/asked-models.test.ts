import { describe, expect, it } from 'vitest';
import { paperCondition } from '../../domain/condition.ts';
import { experimentRegistry } from '../../experiments/registry.ts';
import { askedModels, askedOthers, repeatedPredictions } from './asked-models.ts';

const models = ['ada', 'bo'].map((name) => ({ name, identity: name, baseUrl: null }));

describe('askedModels', () => {
  it('leaves models that are in neither list unchanged', () => {
    expect(askedModels(models, {})).toEqual(models);
  });

  it('marks models that only predict or are only executed', () => {
    const asked = askedModels(models, { predictOnly: ['bo'], executeOnly: ['ada'] });
    expect(asked.map(({ asks }) => asks)).toEqual(['executions', 'predictions']);
  });

  it('refuses a model that the run does not have, and one in both lists', () => {
    expect(() => askedModels(models, { predictOnly: ['cleo'] })).toThrow(/cleo is not among the models/);
    expect(() => askedModels(models, { predictOnly: ['bo'], executeOnly: ['bo'] })).toThrow(/bo is in --predict-only/);
  });
});

describe('repeatedPredictions', () => {
  const planned = (name: string) => ({
    experiments: experimentRegistry(),
    planned: [{ name, version: 1, dataset: { name, sha256: '', items: 1 }, conditions: [] }],
  });

  it('adds nothing for one prediction', () => {
    expect(repeatedPredictions({}, planned('property'))).toEqual({});
    expect(repeatedPredictions({ predictionSamples: 1 }, planned('association'))).toEqual({});
  });

  it('refuses when no experiment repeats its predictions', () => {
    expect(repeatedPredictions({ predictionSamples: 3 }, planned('property'))).toEqual({ predictionSamples: 3 });
    expect(() => repeatedPredictions({ predictionSamples: 3 }, planned('association'))).toThrow(/no experiment/);
  });
});

describe('askedOthers', () => {
  const experiments = experimentRegistry();
  const planned = (name: string) => {
    const dataset = { name, sha256: name, items: 1 };
    return [{ name, version: 1, dataset, conditions: [paperCondition] }];
  };
  const model = (name: string) => ({ name, identity: name, baseUrl: null });
  const [one, two] = [model('one'), model('two')];

  it('adds nothing to a run without --ask-others, so that its id does not change', () => {
    expect(askedOthers({}, { models: [one, two], experiments, planned: planned('restriction') })).toEqual({});
  });

  it('is set for two models that predict and execute', () => {
    const found = askedOthers(
      { askOthers: true },
      { models: [one, two], experiments, planned: planned('restriction') },
    );
    expect(found).toEqual({ askOthers: true });
  });

  it.each([
    ['one model', [one]],
    ['a second that answers from a stored run', [one, model('replay/two')]],
    ['a second that only predicts', [one, { ...two, asks: 'predictions' as const }]],
  ])('refuses %s', (_, models) => {
    const asking = () => askedOthers({ askOthers: true }, { models, experiments, planned: planned('restriction') });
    expect(asking).toThrow('--ask-others needs two models that both predict and are executed');
  });

  it('refuses a run without outcomes that other models can predict', () => {
    const asking = () =>
      askedOthers({ askOthers: true }, { models: [one, two], experiments, planned: planned('stump') });
    expect(asking).toThrow('no experiment of this run');
  });
});
