import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { checkedRow } from './row.ts';

const schema = z.object({ label: z.enum(['safe', 'unsafe']).optional(), parts: z.array(z.enum(['a'])).optional() });
const row = (value: unknown) => ({ file: 'rows.csv', line: 2, value });

describe('checkedRow', () => {
  it('returns a valid row', () => {
    expect(checkedRow(schema, row({ label: 'safe' }))).toEqual({ label: 'safe' });
  });

  it('names the value that it found, the values that it expects, and what to do', () => {
    expect(() => checkedRow(schema, row({ label: 'harmful' }))).toThrow(
      expect.objectContaining({
        message: 'rows.csv, line 2: label is "harmful", expected "safe" or "unsafe"',
        hint: expect.stringContaining('rename the column with --map if it holds something else'),
      }),
    );
  });

  it('finds a value inside a list', () => {
    expect(() => checkedRow(schema, row({ parts: ['a', 'b'] }))).toThrow('parts.1 is "b", expected "a"');
  });

  it('says what is wrong with a value of another type', () => {
    expect(() => checkedRow(schema, row({ parts: 3 }))).toThrow(/rows\.csv, line 2: parts: must be a list/);
  });
});
