import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { unpacked } from './unpacked.ts';

const bytes = Buffer.from('{"answer": "four"}');

describe('unpacked', () => {
  it.each([
    ['gzip', gzipSync(bytes)],
    ['br', brotliCompressSync(bytes)],
    ['deflate', deflateSync(bytes)],
    ['deflate', deflateRawSync(bytes)],
    ['br, GZIP', gzipSync(brotliCompressSync(bytes))],
    ['identity', bytes],
    [undefined, bytes],
  ])('undoes %s', async (encoding, packed) => {
    expect(await unpacked(packed, encoding, 1000)).toEqual({ kind: 'bytes', bytes });
  });

  it('stops at the limit on unpacked bytes', async () => {
    const bomb = gzipSync(Buffer.alloc(50 * 1024 * 1024));
    expect(await unpacked(bomb, 'gzip', 1024 * 1024)).toEqual({ kind: 'too-large' });
    expect(await unpacked(Buffer.alloc(20), undefined, 10)).toEqual({ kind: 'too-large' });
  });

  it('names an encoding that it cannot undo', async () => {
    expect(await unpacked(bytes, 'gzip', 1000)).toEqual({ kind: 'damaged', encoding: 'gzip' });
    expect(await unpacked(gzipSync(bytes).subarray(0, -9), 'gzip', 1000)).toMatchObject({ kind: 'damaged' });
    expect(await unpacked(bytes, 'compress', 1000)).toEqual({ kind: 'damaged', encoding: 'compress' });
  });
});
