import { describe, expect, it } from 'vitest';
import { experimentRegistry } from '../experiments/registry.ts';
import { askedModels, repeatedPredictions } from './asked-models.ts';

const models = ['ada', 'bo'].map((name) => ({ name, identity: name, baseUrl: null }));

describe('askedModels', () => {
  it('leaves models alone that are in neither list', () => {
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

  it('is refused when no experiment repeats its predictions', () => {
    expect(repeatedPredictions({ predictionSamples: 3 }, planned('property'))).toEqual({ predictionSamples: 3 });
    expect(() => repeatedPredictions({ predictionSamples: 3 }, planned('association'))).toThrow(/no experiment/);
  });
});
