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

/**
 * Returns the rows of a Parquet file as objects by column name. The first row has a doubt if the file has decimals of more
 * digits than a number holds, or texts that are not UTF-8. AppError where the file cannot be decoded.
 */
export async function parquetRows(file: string): Promise<readonly Row[]> {
  const { asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects } = await import('hyparquet');
  try {
    const buffer = await asyncBufferFromFile(file);
    const metadata = await parquetMetadataAsync(buffer);
    const texts = new ParquetTexts();
    const parsers = {
      stringFromBytes: (bytes: Uint8Array) => texts.read(bytes),
      timestampFromMicroseconds: (time: bigint) => exactTime(time, 1_000n),
      timestampFromNanoseconds: (time: bigint) => exactTime(time, 1_000_000n),
    };
    const values = await parquetReadObjects({ file: buffer, metadata, compressors, parsers });
    const rounded = metadata.schema.filter(
      ({ converted_type: type, precision = 0 }) => type === 'DECIMAL' && precision > maxDigits,
    );
    const doubts = [
      ...(rounded.length === 0
        ? []
        : [
            `${rounded.map(({ name }) => name).join(', ')}: decimals of over ${maxDigits} digits are rounded; cast identifiers to text`,
          ]),
      ...(texts.areReplaced
        ? ['the file has texts or binary values that are not UTF-8, which are not kept exactly']
        : []),
    ];
    return values.map((value, index) => {
      const row: Row = { file, line: index + 1, unit: 'row', value: plain(value, true) };
      return index === 0 && doubts.length > 0 ? { ...row, doubt: doubts.join('; ') } : row;
    });
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    if (reason.includes('footer != PAR1'))
      throw new AppError('data-parquet', `${file} is a Parquet file whose end is missing`, {
        hint: 'it may be incomplete: copy or download it again',
        cause,
      });
    throw new AppError('data-parquet', `${file} cannot be read as Parquet: ${reason}`, {
      hint: 'save it without compression or with snappy, gzip, brotli or zstd; or convert it to CSV or JSON lines',
      cause,
    });
  }
}

/** Returns the names of the columns of a Parquet file; a nested column has one name. [] where the file cannot be decoded. */
export async function parquetColumns(file: string): Promise<readonly string[]> {
  const { asyncBufferFromFile, parquetMetadataAsync, parquetSchema } = await import('hyparquet');
  try {
    const metadata = await parquetMetadataAsync(await asyncBufferFromFile(file));
    return parquetSchema(metadata).children.map(({ element }) => element.name);
  } catch {
    return []; // reading its rows reports the reason
  }
}

/** Returns a time as a date, or as its ISO text where it is finer than the milliseconds that a date holds. */
function exactTime(time: bigint, perMillisecond: bigint): Date | string {
  const rest = ((time % perMillisecond) + perMillisecond) % perMillisecond;
  const date = new Date(Number((time - rest) / perMillisecond));
  if (rest === 0n || Number.isNaN(date.getTime())) return date;
  const digits = String(rest).padStart(String(perMillisecond).length - 1, '0');
  return date.toISOString().replace('Z', `${digits}Z`);
}

/** Decodes the texts of a file, with their byte order marks, and remembers whether one of them was not UTF-8. */
class ParquetTexts {
  readonly #exact = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  readonly #replacing = new TextDecoder('utf-8', { ignoreBOM: true });
  areReplaced = false;

  read(bytes: Uint8Array): string {
    try {
      return this.#exact.decode(bytes);
    } catch {
      this.areReplaced = true; // told by the caller
      return this.#replacing.decode(bytes);
    }
  }
}

/** Number of decimal digits that a number always holds. */
const maxDigits = 15;

/** Codecs that Node provides; the Parquet reader includes snappy. */
const compressors = {
  GZIP: (input: Uint8Array) => zlib.gunzipSync(input),
  BROTLI: (input: Uint8Array) => zlib.brotliDecompressSync(input),
  ZSTD: (input: Uint8Array) => zlib.zstdDecompressSync(input),
};

/**
 * Returns a Parquet value as JSON. A null inside a struct is an absent field, as an empty cell of a row is. 64-bit
 * integers are numbers (as text beyond 2^53), dates are in ISO format.
 */
function plain(value: unknown, isRow = false): unknown {
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString();
  if (ArrayBuffer.isView(value)) return Array.from(value as Uint8Array); // the reader returns only typed arrays
  if (Array.isArray(value)) return value.map((each) => plain(each));
  if (typeof value !== 'object' || value === null) return value ?? null;
  const fields = Object.entries(value).map(([name, inner]) => [name, plain(inner)] as const);
  return Object.fromEntries(isRow ? fields : fields.filter(([, inner]) => inner !== null));
}
