import { expect, test } from 'vitest';
import { nearestNames } from './nearest-names.ts';

const known = ['openai', 'openai-compatible', 'openrouter', 'ollama', 'anthropic', 'groq', 'xai'];

test('names what a mistyped name was meant to be, the nearest first', () => {
  expect(nearestNames('opnai', known)).toEqual(['openai']);
  expect(nearestNames('antropic', known)).toEqual(['anthropic']);
  expect(nearestNames('OLAMA', known)).toEqual(['ollama']);
  expect(nearestNames('openr', known)).toEqual(['openrouter', 'openai']);
});

test('names nothing where nothing is near', () => {
  expect(nearestNames('zzzzzzzz', known)).toEqual([]);
  expect(nearestNames('', known)).toEqual([]);
});
