import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mostBytes } from './most-bytes.ts';

test('no text takes more, one with half a character neither', () => {
  fc.assert(
    fc.property(fc.uint16Array(), (units) => {
      const text = String.fromCharCode(...units);
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(mostBytes(text));
    }),
    { seed: 5 },
  );
});

test('some text takes as much', () => {
  expect(Buffer.byteLength('漢'.repeat(5))).toBe(mostBytes('漢'.repeat(5)));
});
