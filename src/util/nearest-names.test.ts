import { expect, test } from 'vitest';
import { nearestNames } from './nearest-names.ts';

const known = ['openai', 'openai-compatible', 'openrouter', 'ollama', 'anthropic', 'groq', 'xai'];

test('returns the probable names for a mistyped one, nearest first', () => {
  expect(nearestNames('opnai', known)).toEqual(['openai']);
  expect(nearestNames('antropic', known)).toEqual(['anthropic']);
  expect(nearestNames('OLAMA', known)).toEqual(['ollama']);
  expect(nearestNames('openr', known)).toEqual(['openrouter', 'openai']);
});

test('puts the name with two letters in swapped places before one with a letter less', () => {
  const options = ['mode', 'model', 'models', 'name', 'samples', 'store', 'limit', 'items'];
  for (const [typed, meant] of [
    ['modle', 'model'],
    ['mdoel', 'model'],
    ['omdel', 'model'],
    ['modles', 'models'],
    ['mdoe', 'mode'],
    ['smaples', 'samples'],
    ['stroe', 'store'],
    ['limti', 'limit'],
    ['itmes', 'items'],
    ['MODLE', 'model'],
  ] as const) {
    expect({ typed, meant: nearestNames(typed, options)[0] }).toEqual({ typed, meant });
  }
});

test('returns nothing where no name is near', () => {
  expect(nearestNames('zzzzzzzz', known)).toEqual([]);
  expect(nearestNames('', known)).toEqual([]);
});
