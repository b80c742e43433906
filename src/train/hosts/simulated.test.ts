import { describe, expect, test } from 'vitest';
import { systemMark } from '../../experiments/common/system-mark.ts';
import { parseSimulatedName, simulatedPredictor } from '../../models/simulated-name.ts';
import { trainedName } from './simulated.ts';

const rows = (arm: string, target = 'simulated/ada?self=1&format=0') => ({ arm, targets: [target], count: 100 });

describe('trainedName', () => {
  test('writes the target into the name of the predictor and keeps its parameters', () => {
    expect(trainedName({ base: 'simulated/bob?skill=0.8', rows: rows('cross'), seed: 1 })).toBe(
      'simulated/bob?skill=0.8&of=ada',
    );
    expect(trainedName({ base: 'simulated/ada', rows: rows('self'), seed: 1 })).toBe('simulated/ada?of=ada');
  });

  test('draws other predictions in a training run of another seed', () => {
    const name = trainedName({ base: 'simulated/ada', rows: rows('self'), seed: 2 });
    expect(name).toBe('simulated/ada?of=ada&run=2');
    expect(parseSimulatedName('ada?of=ada&run=2').parameters.run).toBe(2);
  });

  test('names the family of the target, in a name that a simulated model can have', () => {
    const name = trainedName({ base: 'simulated/bob', rows: rows('cross', 'simulated/ada?self=1&family=x'), seed: 1 });
    expect(name).toBe('simulated/bob?of=ada;family=x');
    expect(parseSimulatedName(name.replace('simulated/', '')).parameters.of).toBe('ada;family=x');
  });

  test('gives a predictor trained on permuted labels only the base rate', () => {
    expect(trainedName({ base: 'simulated/bob?skill=0.8', rows: rows('scramble'), seed: 1 })).toBe(
      'simulated/bob?skill=0&of=ada&private=0',
    );
  });

  test('passes the target’s behavior to the predictor, and withholds its open part from scramble arms', () => {
    const target = 'simulated/ada?self=1&format=0&family=x&public=1.5:0.4&open=0.3';
    const [taught, scrambled] = ['cross', 'scramble'].map((arm) =>
      trainedName({ base: 'simulated/bob', rows: rows(arm, target), seed: 1 }),
    );
    expect(taught).toBe('simulated/bob?of=ada;family=x;public=1.5:0.4;open=0.3');
    expect(scrambled).toContain('of=ada;family=x;public=1.5:0.4&');
    const traits = simulatedPredictor(parseSimulatedName(taught!.replace('simulated/', ''))).target;
    expect(traits).toEqual({
      name: 'ada',
      family: 'x',
      public: [1.5, 0.4],
      open: 0.3,
      noise: 0,
      drift: 0,
      system: null,
    });
  });

  test('lets a predictor with a handicap learn less from another model', () => {
    const base = 'simulated/ada?skill=0.8&private=0.5&handicap=0.5';
    const on = (target: string) => trainedName({ base, rows: rows('cross', target), seed: 1 });
    expect(on('simulated/bob')).toBe('simulated/ada?skill=0.4&private=0.25&of=bob');
    expect(on('simulated/ada')).toBe('simulated/ada?skill=0.8&private=0.5&of=ada');
  });

  test('names the system prompt that only the executions of the target had', () => {
    const name = trainedName({ base: 'simulated/bob', rows: { ...rows('cross'), system: 'Be a pirate.' }, seed: 1 });
    const { target } = simulatedPredictor(parseSimulatedName(name.replace('simulated/', '')));
    expect(target).toMatchObject({ name: 'ada', system: systemMark('Be a pirate.') });
  });

  test('lets a predictor learn with the number of rows', () => {
    const base = 'simulated/bob?skill=0.8:0.4&private=0.5&half=100';
    const after = (count: number) => trainedName({ base, rows: { ...rows('self'), count }, seed: 1 });
    expect(after(100)).toBe('simulated/bob?skill=0.4:0.2&private=0.25&of=ada');
    expect(after(300)).toBe('simulated/bob?skill=0.6:0.3&private=0.375&of=ada');
  });
});
