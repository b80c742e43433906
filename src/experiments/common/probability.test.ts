import { describe, expect, it } from 'vitest';
import { readProbability } from './probability.ts';

describe('readProbability', () => {
  it.each([
    ['{"probability": 85}', 0.85],
    ['I am fairly sure.\n{"probability": "85 %"}', 0.85],
    ['{"probability": 0}', 0],
    ['{"probability": 100}', 1],
  ])('reads %s', (text, value) => {
    expect(readProbability(text)).toMatchObject({ kind: 'parsed', value });
  });

  it.each([
    '{"probability": 0.85}',
    '{"probability": 101}',
    '{"probability": -5}',
    '{"probability": "high"}',
    '{"confidence": 85}',
    '85',
  ])('does not read %s', (text) => {
    expect(readProbability(text)).toMatchObject({ kind: 'unparsed' });
  });
});
