import { describe, expect, it } from 'vitest';
import { experimentRegistry } from '../../experiments/registry.ts';
import type { Estimate } from '../../results/estimate.ts';
import { scoresWithoutVerdict, untestedExperiments } from './limits.ts';

const score = (usable: number, lost: Estimate['coverage']['lost'] = {}): Estimate =>
  ({
    experiment: 'property',
    measure: 'accuracy_macro',
    policy: 'parsed',
    coverage: { units: 200, usable, lost },
  }) as Estimate; // no other field is read
const said = (estimates: readonly Estimate[], hasVerdict = false) =>
  scoresWithoutVerdict(estimates, experimentRegistry(), () => hasVerdict);

describe('scoresWithoutVerdict', () => {
  it('says on how many units a score rests, and that units without a truth are left out', () => {
    expect(said([score(90, { 'execute: no-mode': 110 })])).toEqual([
      'The score of property of its answer rests on 90 of 200 units; a unit whose executions all differ has no truth and is left out.',
    ]);
    expect(said([score(90), score(120), score(200)])).toEqual([
      '2 of 3 scores of property of its answer rest on 45 to 60 % of the units.',
    ]);
  });

  it('says nothing where at most 10 % are missing, or where a verdict says it', () => {
    expect(said([score(180), score(0)])).toEqual([]);
    expect(said([score(90)], true)).toEqual([]);
    expect(said([{ ...score(90), experiment: 'all' }])).toEqual([]);
  });
});

describe('untestedExperiments', () => {
  const estimates = ['flip', 'property', 'all'].map((experiment) => ({ ...score(200), experiment }));
  const named = (tested: readonly string[]) =>
    untestedExperiments(estimates, experimentRegistry(), (name) => tested.includes(name));

  it('names an experiment without a verdict beside others, so that no measured score goes unmentioned', () => {
    expect(named(['property'])).toEqual([
      'No test of predictions for what flips its answer: its scores are in other tables (`seb report --list`).',
    ]);
  });

  it('says nothing where all experiments have a verdict, or none has', () => {
    expect(named(['property', 'flip'])).toEqual([]);
    expect(named([])).toEqual([]);
  });
});
