import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isParquet, parquetRows } from './parquet.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'seb-parquet-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const compressors = {
  GZIP: (bytes: Uint8Array) => gzipSync(bytes),
  BROTLI: (bytes: Uint8Array) => brotliCompressSync(bytes),
  ZSTD: (bytes: Uint8Array) => zstdCompressSync(bytes),
};

function write(codec: 'UNCOMPRESSED' | 'SNAPPY' | 'GZIP' | 'BROTLI' | 'ZSTD'): string {
  const file = join(folder, `${codec}.parquet`);
  const buffer = parquetWriteBuffer({
    codec,
    compressors,
    columnData: [
      { name: 'prompt', data: ['a'.repeat(200), 'b'.repeat(200)], type: 'STRING' },
      { name: 'count', data: [1n, 2n ** 60n], type: 'INT64' },
      { name: 'note', data: ['x', null], type: 'STRING', nullable: true },
    ],
  });
  writeFileSync(file, Buffer.from(buffer));
  return file;
}

describe('parquetRows', () => {
  it.each(['UNCOMPRESSED', 'SNAPPY', 'GZIP', 'BROTLI', 'ZSTD'] as const)(
    'reads a file compressed with %s',
    async (codec) => {
      const file = write(codec);
      expect(isParquet(file)).toBe(true);
      expect(await parquetRows(file)).toEqual([
        { file, line: 1, unit: 'row', value: { prompt: 'a'.repeat(200), count: 1, note: 'x' } },
        { file, line: 2, unit: 'row', value: { prompt: 'b'.repeat(200), count: String(2n ** 60n), note: null } },
      ]);
    },
  );

  it('takes a null inside a struct for absent, as an empty cell, and keeps the places of a list', async () => {
    const file = join(folder, 'nested.parquet');
    const data = [{ subject: null, options: ['a', null], inner: { note: null, n: 1 } }];
    const note = { name: 'note', data: [null], type: 'STRING' as const, nullable: true };
    writeFileSync(
      file,
      Buffer.from(parquetWriteBuffer({ columnData: [{ name: 'question', data, type: 'JSON' }, note] })),
    );
    const [row] = await parquetRows(file);
    expect(row?.value).toEqual({ question: { options: ['a', null], inner: { n: 1 } }, note: null });
  });

  it('refuses a damaged file with a hint', async () => {
    const file = join(folder, 'damaged.parquet');
    writeFileSync(file, 'PAR1 nothing more');
    expect(isParquet(file)).toBe(true);
    await expect(parquetRows(file)).rejects.toMatchObject({ code: 'data-parquet', hint: expect.any(String) });
  });
});

describe('isParquet', () => {
  it('is false for another file, a short one and a missing one', () => {
    const file = join(folder, 'short');
    writeFileSync(file, 'PA');
    expect([isParquet(file), isParquet(join(folder, 'missing'))]).toEqual([false, false]);
  });
});
