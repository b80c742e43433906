import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseJsonl, toJsonl } from './jsonl.ts';

describe('parseJsonl', () => {
  it('gives back what toJsonl wrote, whatever texts are in it', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue()), (values) => {
        const rows = parseJsonl(toJsonl(values), 'x.jsonl');
        expect(JSON.stringify(rows.map((row) => row.value))).toBe(JSON.stringify(values));
      }),
    );
  });

  it('names file and line of what is no JSON, blank lines and Windows line ends counted', () => {
    expect(() => parseJsonl('{"id":"a"}\r\n\r\n{"id":\r\n', 'my.jsonl')).toThrow(/^my\.jsonl, line 3: no JSON/);
  });

  it('either reads a hostile text or throws an error with a line in it', () => {
    const text = fc.string({ unit: fc.constantFrom('{', '}', '"', '\n', '\\', ':', 'a', '[', ',', '\u2028', '\0') });
    fc.assert(
      fc.property(text, (hostile) => {
        try {
          const rows = parseJsonl(hostile, 'x');
          for (const { line } of rows) expect(hostile.split('\n')[line - 1]?.trim()).not.toBe('');
        } catch (error) {
          expect(error).toMatchObject({ name: 'AppError', code: 'data-row' });
        }
      }),
    );
  });
});
