import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findJsonObject, readJsonObject } from './json-object.ts';

const choice = (text: string) =>
  readJsonObject(text, ({ choice }) => (choice === 'A' || choice === 'B' ? { value: choice } : { wrong: 'no choice' }));

describe('the ladder from text to JSON', () => {
  it.each([
    ['the whole text', ' {"choice":"A"}\n', 'strict', 'A'],
    ['a fence', 'I think so.\n```json\n{"choice": "B"}\n```\nDone.', 'fenced', 'B'],
    [
      'the last fence that is JSON',
      '```\n{"choice":"A"}\n```\n```json\n{"choice":"B"}\n```\n```\nno\n```',
      'fenced',
      'B',
    ],
    ['the last object', 'First {"choice":"A"}, but then {"choice":"B"} it is.', 'last-object', 'B'],
    ['an outer object, not the one inside it', 'So: {"choice":"A","why":{"choice":"B"}}', 'last-object', 'A'],
    ['an object after broken braces', '}{ {{ {"choice":"A"} }', 'last-object', 'A'],
  ])('reads %s', (_, text, step, value) => {
    expect(choice(text)).toEqual({ kind: 'parsed', value, step });
  });

  it.each([
    ['', 'empty answer'],
    ['  \n', 'empty answer'],
    ['To answer: A', 'no JSON object'],
    ['["A"]', 'no JSON object'],
    ['{"choice": "C"}', 'no choice'],
    ["{'choice': 'A'}", 'no JSON object'],
  ])('never guesses: %j', (text, reason) => {
    expect(choice(text)).toEqual({ kind: 'unparsed', reason });
  });

  it('tells a refusal to answer from a broken answer', () => {
    expect(choice("I'm sorry, but I can't predict that.")).toMatchObject({ kind: 'declined' });
    expect(choice('I\'m sorry. {"choice": "A"}')).toMatchObject({ kind: 'parsed', value: 'A' });
  });

  it('finds an object behind any text without braces, and never throws on hostile text', () => {
    const plain = fc.string({ unit: 'grapheme' }).map((text) => text.replace(/[{}`]/g, ''));
    fc.assert(
      fc.property(
        plain,
        plain,
        fc.dictionary(fc.string(), fc.oneof(fc.boolean(), fc.string())),
        (before, after, object) => {
          const found = findJsonObject(`${before} ${JSON.stringify(object)} ${after}`);
          expect(JSON.stringify(found?.object)).toBe(JSON.stringify(JSON.parse(JSON.stringify(object))));
        },
      ),
      { seed: 1 },
    );
    const hostile = fc.string({
      unit: fc.constantFrom('{', '}', '"', '`', '\\', '[', 'a', '\u0000', '\ud800', '\u202e', '\n'),
    });
    fc.assert(
      fc.property(hostile, (text) => {
        expect(['parsed', 'unparsed', 'declined']).toContain(choice(text).kind);
      }),
      { seed: 2, numRuns: 500 },
    );
  });

  it('does not take a million braces to heart', () => {
    expect(choice('{'.repeat(500_000) + '}'.repeat(500_000))).toMatchObject({ kind: 'unparsed' });
  });
});
