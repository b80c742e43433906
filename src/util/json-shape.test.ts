import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isNestedDeeper, jsonShape } from './json-shape.ts';

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

describe('isNestedDeeper', () => {
  it('agrees with the depth of the whole text', () => {
    const texts = fc.string({ unit: fc.constantFrom('{', '[', ']', '}', '"', '\\', 'a'), maxLength: 60 });
    fc.assert(
      fc.property(texts, fc.nat(12), (text, levels) => {
        expect(isNestedDeeper(text, levels)).toBe(jsonShape(text).depth > levels);
      }),
    );
  });

  it('does not take many brackets for deep nesting', () => {
    expect(isNestedDeeper(JSON.stringify({ text: '[{'.repeat(99), list: [[1], [2], [3]] }), 3)).toBe(false);
  });
});
