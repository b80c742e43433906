import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseJsonl, toJsonl } from './jsonl.ts';

describe('parseJsonl', () => {
  it('reads what toJsonl wrote, for any text', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue()), (values) => {
        const rows = parseJsonl(toJsonl(values), 'x.jsonl');
        expect(JSON.stringify(rows.map((row) => row.value))).toBe(JSON.stringify(values));
      }),
    );
  });

  it('names file and line of invalid JSON, counting blank lines and Windows line endings', () => {
    expect(() => parseJsonl('{"id":"a"}\r\n\r\n{"id":\r\n', 'my.jsonl')).toThrow(/^my\.jsonl, line 3: not JSON/);
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
