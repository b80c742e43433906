import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { type PythonValue, parsePythonLiteral } from './python-literal.ts';

/** Writes a value like Python's repr: single quotes unless the text contains some and no double quotes. */
function repr(value: PythonValue): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value === 'number') return String(value);
  if (typeof value === 'string') {
    const quote = value.includes("'") && !value.includes('"') ? '"' : "'";
    const escaped = [...value].map((character) => {
      if (character === '\\' || character === quote) return `\\${character}`;
      if (character === '\n') return '\\n';
      const code = character.codePointAt(0) ?? 0;
      return code < 32 ? `\\x${code.toString(16).padStart(2, '0')}` : character;
    });
    return quote + escaped.join('') + quote;
  }
  if (Array.isArray(value)) return `[${value.map(repr).join(', ')}]`;
  return `{${Object.entries(value)
    .map(([key, member]) => `${repr(key)}: ${repr(member as PythonValue)}`) // Object.entries loses the member's type
    .join(', ')}}`;
}

test('reads the literals of the recordings', () => {
  expect(parsePythonLiteral(`{'south america': True, "italy's": False, 'x': 'true'}`)).toEqual({
    'south america': true,
    "italy's": false,
    x: 'true',
  });
  expect(parsePythonLiteral(`['it\\'s', "a \\"b\\"", '\\u00e9\\x41', '둥le', -1.5, None,]`)).toEqual([
    "it's",
    'a "b"',
    'éA',
    '둥le',
    -1.5,
    null,
  ]);
});

test.each(['', '{', "{'a' True}", "['a' 'b']", "'a", "['a']x", 'true', '{1: 2}', '[--]'])('refuses %j', (text) => {
  expect(() => parsePythonLiteral(text)).toThrow(SyntaxError);
});

test('reads any value that repr wrote', () => {
  const text = fc.string({ unit: 'grapheme' });
  const value = fc.letrec<{ value: PythonValue }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 3 },
      text,
      fc.integer(),
      fc.boolean(),
      fc.constant(null),
      fc.array(tie('value'), { maxLength: 4 }),
      fc.dictionary(
        text.filter((key) => key !== '__proto__'),
        tie('value'),
        { maxKeys: 4, noNullPrototype: true },
      ),
    ),
  })).value;
  fc.assert(
    fc.property(value, (one) => {
      expect(parsePythonLiteral(repr(one))).toEqual(one);
    }),
  );
});

test('reads or refuses any text in bounded time', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      try {
        parsePythonLiteral(text);
      } catch (error) {
        expect(error).toBeInstanceOf(SyntaxError);
      }
    }),
  );
});

test.each(['[', "{'a': "])('refuses a deeply nested literal: %s', (open) => {
  expect(() => parsePythonLiteral(open.repeat(100_000))).toThrow(/nested more than 200 levels/);
  expect(parsePythonLiteral(`${'['.repeat(200)}${']'.repeat(200)}`)).toHaveLength(1);
});
