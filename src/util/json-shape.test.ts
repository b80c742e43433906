import { describe, expect, it } from 'vitest';
import { jsonShape } from './json-shape.ts';

describe('jsonShape', () => {
  it.each([
    ['5', 0, false],
    ['{"a": [1, {"b": 2}]}', 3, false],
    ['{"a": "[[[[ \\" {{{"}', 1, false],
    ['{"a": [1, ', 2, true],
    ['{"a": "half', 1, true],
    ['{"a": "ends with a backslash \\', 1, true],
    ['}}{', 1, true],
  ])('measures %s', (text, depth, isOpen) => {
    expect(jsonShape(text)).toEqual({ depth, isOpen });
  });

  it('measures a million levels without recursion', () => {
    expect(jsonShape('['.repeat(1_000_000))).toEqual({ depth: 1_000_000, isOpen: true });
  });
});
