import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { seededRandom } from './random.ts';
import { packBlock, unpackBlock } from './text-block.ts';

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

  test('may be large, and leaves nothing of itself in the next', () => {
    const lines = ['é'.repeat(1_000_000), '漢'.repeat(1_500_000), 'a'.repeat(5_000_000), '漢'.repeat(300)];
    for (const line of lines) expect(unpackBlock(packBlock([line]))[0] === line).toBe(true);
    expect(unpackBlock(packBlock(['short', 'b'.repeat(300)]))).toEqual(['short', 'b'.repeat(300)]);
  });

  test('of answers to one prompt takes a small part of their size', () => {
    const lines = Array.from({ length: 64 }, (_, number) =>
      JSON.stringify({ prompt: 'The same words. '.repeat(40), number }),
    );
    expect(packBlock(lines).length).toBeLessThan(lines.join().length / 50);
  });

  test('that is cut or changed is refused, not misread', () => {
    const random = seededRandom('block');
    const text = JSON.stringify(Array.from({ length: 40 }, random));
    const block = packBlock([text]);
    for (const bytes of [new Uint8Array(), Uint8Array.of(9, 1), block.subarray(0, -3)]) {
      expect(() => unpackBlock(bytes)).toThrow();
    }
    for (let place = 1; place < block.length; place += 1) {
      const changed = block.with(place, (block[place] ?? 0) ^ 1);
      expect(unpackedOrNull(changed) ?? [text]).toEqual([text]);
    }
  });
});

function unpackedOrNull(bytes: Uint8Array): readonly string[] | null {
  try {
    return unpackBlock(bytes);
  } catch {
    return null; // refused
  }
}
