import { describe, expect, it } from 'vitest';
import { readOutcome } from './outcome-words.ts';
import { writtenNumber } from './written-number.ts';

describe('writtenNumber', () => {
  it.each([...(['0,8', '1,0', '9,5', '87,5', '100,0', '100,00', '1234,5'] as const)])(
    'reads a decimal comma: %s',
    (text) => {
      const value = Number(text.replace(',', '.'));
      expect(writtenNumber(text)).toEqual({ value, most: null });
      expect(readOutcome(text)).toMatchObject({ kind: 'value', value });
    },
  );

  it.each(['12,345', '100,000', '1,200,5', '1.200,5'])('reads no number that may be thousands: %s', (text) => {
    expect(writtenNumber(text)).toBeNull();
  });
});
