import { describe, expect, it } from 'vitest';
import { experimentRegistry } from '../../experiments/registry.ts';
import type { BinaryOutcome } from '../../outcome-kinds/binary.ts';
import type { OutcomeRow } from '../../outcome-kinds/outcome-kinds.ts';
import type { CheckFinding } from '../../results/row-check.ts';
import { seededRandom } from '../../util/random.ts';
import { UnitTables } from '../contrasts/unit-tables.ts';
import { ScoreUnits } from '../units/score-units.ts';
import { findResults } from './find-results.ts';

const present = <T>(value: T) => ({ kind: 'present', value, step: 'strict' }) as const;

/** How a made model predicts and answers an item. */
interface Made {
  readonly model: string;
  readonly says: (item: number) => boolean;
  readonly does: (item: number) => boolean;
  readonly label?: (item: number) => boolean;
}

function scoresOf(models: readonly Made[], items = 60) {
  const scores = new ScoreUnits(new UnitTables((run) => run));
  for (const { model, says, does, label } of models) {
    for (let item = 0; item < items; item += 1) {
      const outcome: BinaryOutcome = {
        ...{ kind: 'binary', unit: '', prediction: present(says(item)), probability: null },
        ...{ executions: [present(does(item))], label: label?.(item) ?? null },
      };
      const row: OutcomeRow = {
        ...{ run: 'r', experiment: 'restriction', model, condition: 'paper', item: `i${item}`, cluster: `i${item}` },
        ...{ reader: 'both', part: 'one', outcome },
      };
      scores.add(row);
    }
  }
  return scores.scores();
}

const facts = {
  selection: { kind: 'run', name: 'run r', runs: ['r'], unfinished: [] },
  experiments: experimentRegistry(),
  ...{ estimates: [], fields: [], judges: [] },
} as const;

function resultsOf(models: readonly Made[], items = 60) {
  return findResults({ ...facts, scores: scoresOf(models, items) });
}

const random = seededRandom('find-results');
const coins = Array.from({ length: 60 }, () => random() < 0.5);
const others = Array.from({ length: 60 }, () => random() < 0.5);
const coin = (item: number) => coins[item] as boolean;
const other = (item: number) => others[item] as boolean;

describe('findResults', () => {
  it('gives a model that knows its answers the word useful, and one that guesses no sign', () => {
    const { findings, answer } = resultsOf([
      { model: 'provider/knows', says: coin, does: coin },
      { model: 'provider/guesses', says: other, does: coin },
    ]);
    expect(findings.map(({ model, fit }) => [model, fit])).toEqual([
      ['provider/guesses', 'no sign'],
      ['provider/knows', 'useful'],
    ]);
    expect(answer).toBe('Fits in 1 of 2 scores (provider/knows), beats every constant in 1.');
    expect(findings[1]?.rungs.informative).toMatchObject({ kind: 'tested', test: 'exact', family: 2 });
  });

  it('gives predictions that are always wrong the word opposite, and constant ones one answer', () => {
    const { findings } = resultsOf([
      { model: 'a', says: (item) => !coin(item), does: coin },
      { model: 'b', says: () => true, does: coin },
    ]);
    expect(findings.map(({ fit }) => fit)).toEqual(['opposite', 'one answer']);
    expect(findings[1]?.reason).toBe('all predictions are equal');
  });

  it('has too few groups below 20, with the count', () => {
    const { findings } = resultsOf([{ model: 'a', says: coin, does: coin }], 19);
    expect(findings[0]).toMatchObject({ fit: 'too few', rungs: { informative: { kind: 'not asked' } } });
    expect(findings[0]?.reason).toContain('19');
  });

  it('scores a label beside the model, but not a label with one value', () => {
    const of = (label: (item: number) => boolean) => resultsOf([{ model: 'a', says: coin, does: coin, label }]);
    expect(of(coin).findings[0]?.label).toBe(1);
    expect(of(() => true).findings[0]?.label).toBeNull();
  });

  it('names models that predicted and answered every item alike', () => {
    const twins = [
      { model: 'provider/one', says: other, does: coin },
      { model: 'provider/two', says: other, does: coin },
    ];
    expect(resultsOf(twins).limits.join()).toContain('provider/one and provider/two predicted and answered');
    expect(resultsOf(twins.slice(0, 1)).limits.join()).not.toContain('alike');
  });

  it('limits by a failed control before the amounts of outcomes', () => {
    const few: CheckFinding = {
      ...{ check: 'ceiling', kind: 'limit', file: 'r', score: 'requests it refuses', models: ['a'], rows: [] },
      ...{ found: '12 of 60 outcomes are of the rarer kind', effect: 'little about predictions', changesRows: false },
    };
    const scores = scoresOf([{ model: 'a', says: other, does: coin }]);
    const { limits } = findResults({ ...facts, scores, control: { scores, estimates: [] }, checks: [few] });
    expect(limits.slice(0, 2)).toEqual([
      expect.stringMatching(/^With its own answer in view, a still is not shown to beat/),
      expect.stringContaining('12 of 60 outcomes'),
    ]);
  });

  it('is the same whatever the order of the models', () => {
    const models = [
      { model: 'a', says: coin, does: coin },
      { model: 'b', says: other, does: coin },
      { model: 'c', says: other, does: other },
    ];
    expect(resultsOf(models.toReversed())).toEqual(resultsOf(models));
  });
});
