import { describe, expect, test } from 'vitest';
import { parseSimulatedName } from '../../models/simulated-name.ts';
import { trainedName } from './simulated.ts';

const rows = (arm: string, target = 'simulated/ada?self=1&format=0') => ({ arm, targets: [target] });

describe('trainedName', () => {
  test('writes the target into the name of the predictor and keeps its parameters', () => {
    expect(trainedName({ base: 'simulated/bob?skill=0.8', rows: rows('cross') })).toBe(
      'simulated/bob?skill=0.8&of=ada',
    );
    expect(trainedName({ base: 'simulated/ada', rows: rows('self') })).toBe('simulated/ada?of=ada');
  });

  test('names the family of the target, in a name that a simulated model can have', () => {
    const name = trainedName({ base: 'simulated/bob', rows: rows('cross', 'simulated/ada?self=1&family=x') });
    expect(name).toBe('simulated/bob?of=ada@x');
    expect(parseSimulatedName(name.replace('simulated/', '')).parameters.of).toBe('ada@x');
  });

  test('leaves a predictor that was taught permuted labels nothing but the base rate', () => {
    expect(trainedName({ base: 'simulated/bob?skill=0.8', rows: rows('scramble') })).toBe(
      'simulated/bob?skill=0&of=ada&private=0',
    );
  });
});
