import { describe, expect, it } from 'vitest';
import { readTokens } from './read.ts';

describe('readTokens', () => {
  it.each([
    ['{"tokens": 85}', 85],
    ['About two paragraphs.\n{"tokens": "1,200"}', 1200],
    ['{"tokens": "40"}', 40],
    ['{"tokens": 1}', 1],
    ['85', 85],
    ['**1,200 tokens**', 1200],
    ['{"Tokens": [85]}', 85],
  ])('reads %s', (text, value) => {
    expect(readTokens(text)).toMatchObject({ kind: 'parsed', value });
  });

  it.each([
    '{"tokens": 0}',
    '{"tokens": 1.5}',
    '{"tokens": "50-100"}',
    '{"tokens": 1e300}',
    '{"length": 85}',
    'about 85',
  ])('does not read %s', (text) => {
    expect(readTokens(text)).toMatchObject({ kind: 'unparsed' });
  });
});
