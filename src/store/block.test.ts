import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { packBlock, unpackBlock } from './block.ts';

describe('a block', () => {
  test('gives back the texts that were packed', () => {
    const json = fc.json();
    fc.assert(
      fc.property(fc.array(json, { minLength: 1, maxLength: 40 }), (lines) => {
        expect(unpackBlock(packBlock(lines))).toEqual(lines);
      }),
      { seed: 3 },
    );
  });

  test('of answers to one prompt takes a small part of their size', () => {
    const lines = Array.from({ length: 64 }, (_, number) =>
      JSON.stringify({ prompt: 'The same words. '.repeat(40), number }),
    );
    expect(packBlock(lines).length).toBeLessThan(lines.join().length / 50);
  });

  test('that is cut or changed is refused, not misread', () => {
    const block = packBlock([JSON.stringify('x'.repeat(1000))]);
    const changed = Buffer.from(block);
    changed[block.length - 1]! ^= 1; // in the checksum
    for (const bytes of [new Uint8Array(), Uint8Array.of(9, 1), block.subarray(0, -3), changed]) {
      expect(() => unpackBlock(bytes)).toThrow();
    }
  });
});
