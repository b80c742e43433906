import fc from 'fast-check';
import { expect, it } from 'vitest';
import { GrowingBytes } from './growing-bytes.ts';

it('holds all texts in order, as UTF-8', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'grapheme', maxLength: 3_000 })), (texts) => {
      const grown = new GrowingBytes();
      for (const text of texts) grown.add(text);
      expect(Buffer.from(grown.bytes()).equals(Buffer.from(texts.join('')))).toBe(true);
      expect(grown.length).toBe(Buffer.byteLength(texts.join('')));
    }),
  );
});

it('adds zeros that can be written to, also over bytes that were used before it grew', () => {
  const grown = new GrowingBytes();
  for (let piece = 0; piece < 100; piece += 1) {
    grown.add('x'.repeat(piece));
    grown.addZeros(3)[1] = piece;
  }
  const expected = Array.from({ length: 100 }, (_, piece) => [...Buffer.from('x'.repeat(piece)), 0, piece, 0]);
  expect([...grown.bytes()]).toEqual(expected.flat());
});
