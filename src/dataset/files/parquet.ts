import { closeSync, openSync, readSync } from 'node:fs';
import zlib from 'node:zlib';
import { AppError } from '../../util/app-error.ts';
import type { Row } from './row.ts';

const magic = 'PAR1';

/** Returns whether a regular file begins with the Parquet magic bytes; false for a file that cannot be read. */
export function isParquet(file: string): boolean {
  const start = new Uint8Array(magic.length);
  try {
    const open = openSync(file, 'r');
    try {
      return readSync(open, start) === magic.length && Buffer.from(start).toString('latin1') === magic;
    } finally {
      closeSync(open);
    }
  } catch {
    return false; // reading it as text reports the reason
  }
}

/** Returns the rows of a Parquet file as objects by column name. AppError where the file cannot be decoded. */
export async function parquetRows(file: string): Promise<readonly Row[]> {
  const { asyncBufferFromFile, parquetReadObjects } = await import('hyparquet');
  try {
    const values = await parquetReadObjects({ file: await asyncBufferFromFile(file), compressors });
    return values.map((value, index) => ({ file, line: index + 1, unit: 'row', value: plain(value) }));
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new AppError('data-parquet', `${file} cannot be read as Parquet: ${reason}`, {
      hint: 'save it without compression or with snappy, gzip, brotli or zstd; or convert it to CSV or JSON lines',
      cause,
    });
  }
}

/** Codecs that Node provides; the Parquet reader includes snappy. */
const compressors = {
  GZIP: (input: Uint8Array) => zlib.gunzipSync(input),
  BROTLI: (input: Uint8Array) => zlib.brotliDecompressSync(input),
  ZSTD: (input: Uint8Array) => zlib.zstdDecompressSync(input),
};

/** Returns a Parquet value as JSON: 64-bit integers as numbers (as text beyond 2^53), dates in ISO format. */
function plain(value: unknown): unknown {
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
  if (value instanceof Date) return value.toISOString();
  if (ArrayBuffer.isView(value)) return Array.from(value as Uint8Array); // the reader returns only typed arrays
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value ?? null;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, plain(inner)]));
}
