import fc from 'fast-check';
import { expect, test } from 'vitest';
import { maxUtf8Bytes } from './max-utf8-bytes.ts';

test('no text takes more, one with half a character neither', () => {
  fc.assert(
    fc.property(fc.uint16Array(), (units) => {
      const text = String.fromCharCode(...units);
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(maxUtf8Bytes(text));
    }),
    { seed: 5 },
  );
});

test('some text takes as much', () => {
  expect(Buffer.byteLength('漢'.repeat(5))).toBe(maxUtf8Bytes('漢'.repeat(5)));
});
