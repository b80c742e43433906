import { expect, test } from 'vitest';
import { nearestNames } from './nearest-names.ts';

const known = ['openai', 'openai-compatible', 'openrouter', 'ollama', 'anthropic', 'groq', 'xai'];

test('returns the probable names for a mistyped one, nearest first', () => {
  expect(nearestNames('opnai', known)).toEqual(['openai']);
  expect(nearestNames('antropic', known)).toEqual(['anthropic']);
  expect(nearestNames('OLAMA', known)).toEqual(['ollama']);
  expect(nearestNames('openr', known)).toEqual(['openrouter', 'openai']);
});

test('returns nothing where no name is near', () => {
  expect(nearestNames('zzzzzzzz', known)).toEqual([]);
  expect(nearestNames('', known)).toEqual([]);
});
