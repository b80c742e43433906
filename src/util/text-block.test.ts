import { constants, PerformanceObserver } from 'node:perf_hooks';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { seededRandom } from './random.ts';
import { maxUtf8Bytes, packBlock, unpackBlock } from './text-block.ts';

describe('a block', () => {
  test('returns the packed texts', () => {
    const json = fc.json();
    fc.assert(
      fc.property(fc.array(json, { minLength: 1, maxLength: 40 }), (lines) => {
        expect(unpackBlock(packBlock(lines))).toEqual(lines);
      }),
      { seed: 3 },
    );
  });

  test('may be large, and does not affect the next block', () => {
    const lines = ['é'.repeat(1_000_000), '漢'.repeat(1_500_000), 'a'.repeat(5_000_000), '漢'.repeat(300)];
    for (const line of lines) expect(unpackBlock(packBlock([line]))[0] === line).toBe(true);
    expect(unpackBlock(packBlock(['short', 'b'.repeat(300)]))).toEqual(['short', 'b'.repeat(300)]);
  });

  test('compresses answers to one prompt to a small part of their size', () => {
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
    for (let index = 1; index < block.length; index += 1) {
      const changed = block.with(index, (block[index] ?? 0) ^ 1);
      expect(unpackedOrNull(changed) ?? [text]).toEqual([text]);
    }
  });
});

test('packing many texts collects the garbage that holds the compressors', async () => {
  let forced = 0;
  const observer = new PerformanceObserver((list) => {
    for (const { detail } of list.getEntries() as readonly { detail?: { flags: number } }[])
      if (((detail?.flags ?? 0) & constants.NODE_PERFORMANCE_GC_FLAGS_FORCED) !== 0) forced += 1;
  });
  observer.observe({ entryTypes: ['gc'] });
  const text = 'a prompt that repeats itself. '.repeat(20);
  try {
    for (let packed = 0; packed < 5_000; packed += 1) packBlock([text]);
    await expect.poll(() => forced).toBeGreaterThan(0);
  } finally {
    observer.disconnect();
  }
});

function unpackedOrNull(bytes: Uint8Array): readonly string[] | null {
  try {
    return unpackBlock(bytes);
  } catch {
    return null; // rejected as expected
  }
}

describe('maxUtf8Bytes', () => {
  test('is at least the bytes of any text, including lone surrogates', () => {
    fc.assert(
      fc.property(fc.uint16Array(), (units) => {
        const text = String.fromCharCode(...units);
        expect(Buffer.byteLength(text)).toBeLessThanOrEqual(maxUtf8Bytes(text));
      }),
      { seed: 5 },
    );
  });

  test('is reached by some text', () => {
    expect(Buffer.byteLength('漢'.repeat(5))).toBe(maxUtf8Bytes('漢'.repeat(5)));
  });
});
