import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findJsonObject, readJsonObject } from './json-object.ts';
import { readLetter } from './plain-value.ts';

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
  ])('never guesses: %j', (text, reason) => {
    expect(choice(text)).toEqual({ kind: 'unparsed', reason });
  });

  it('distinguishes a refusal from a malformed answer', () => {
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

  it.each([
    ['spaces behind an open fence', (n: number) => `\`\`\`${' '.repeat(n)}`],
    ['letters behind an open fence', (n: number) => `\`\`\`${'a'.repeat(n)}`],
    ['tabs between fences', (n: number) => `\`\`\`${'\t'.repeat(n)}\`\`\`x\`\`\`${'\t'.repeat(n)}`],
    ['closing braces', (n: number) => '}'.repeat(n)],
    ['closing braces behind an open one', (n: number) => `{${'}'.repeat(n)}`],
    ['objects that never end', (n: number) => `${'{"a":'.repeat(n / 5)}}`],
    ['open braces', (n: number) => '{'.repeat(n)],
    ['fences', (n: number) => '```{}'.repeat(n / 5)],
    ['no word', (n: number) => ' .'.repeat(n / 2)],
    ['a letter, then spaces', (n: number) => `{"choice": "A${' '.repeat(n)}x"}`],
  ])('reads eight megabytes of %s in bounded time', (_, make) => {
    // Quadratic time would take hours here, so the test's time limit detects it.
    expect(['parsed', 'unparsed']).toContain(
      readJsonObject(make(8_000_000), (object) => ({ value: readLetter(object.choice, ['A']) })).kind,
    );
  });

  it.each([
    ['a JSON text', String.raw`"{\"choice\": \"A\"}"`],
    ['a JSON text twice', JSON.stringify(JSON.stringify('{"choice": "A"}'))],
    ['a JSON text three times', JSON.stringify(JSON.stringify(JSON.stringify('{"choice": "A"}')))],
    ['a JSON text in a list', JSON.stringify(['{"choice": "A"}'])],
    ['a JSON text in a fence', `\`\`\`json\n${JSON.stringify('{"choice": "A"}')}\n\`\`\``],
    ['a JSON text without its quotation marks', String.raw`{\"choice\": \"A\"}`],
    ['a JSON text without its quotation marks, over lines', '{\n  \\"choice\\": \\"A\\"\n}'],
    ['a JSON text of codes', String.raw`{\u0022choice\u0022: \u0022A\u0022}`],
    ['entities of HTML', '{&quot;choice&quot;: &quot;A&quot;}'],
    ['numbered entities of HTML in a fence', '```\n{ &#34;choice&#34;: &#x22;A&#x22; }\n```'],
    ['a JSON text between line breaks', `\n${JSON.stringify(' {"choice": "A"}\n')}\n`],
  ])('reads an object inside %s', (_, text) => {
    expect(choice(text)).toMatchObject({ kind: 'parsed', value: 'A', step: 'salvaged' });
  });

  it.each([
    ['a JSON text with other words', JSON.stringify('They said {"choice": "A"}.')],
    ['two JSON texts in a list', JSON.stringify(['{"choice": "A"}', '{"choice": "B"}'])],
    ['two JSON texts', `${JSON.stringify('{"choice": "A"}')} or ${JSON.stringify('{"choice": "B"}')}`],
    ['an escaped object with other words', String.raw`{\"choice\": \"A\"} is wrong`],
    ['entities of HTML with other words', 'not {&quot;choice&quot;: &quot;A&quot;}'],
  ])('reads no object inside %s', (_, text) => {
    expect(choice(text)).toMatchObject({ kind: 'unparsed' });
  });

  it('refuses deeply nested JSON', () => {
    const nested = `{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
    expect(findJsonObject(nested)).toBeNull();
    expect(findJsonObject(`${'['.repeat(100_000)} {"choice":"A"}`)?.object).toEqual({ choice: 'A' });
  });

  it('parses a million braces in bounded time', () => {
    expect(choice('{'.repeat(500_000) + '}'.repeat(500_000))).toMatchObject({ kind: 'unparsed' });
  });
});
