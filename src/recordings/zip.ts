import { createReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { constants, crc32, createInflateRaw, createZstdDecompress } from 'node:zlib';
import { damagedLog } from './damaged-log.ts';

/** Maximum unpacked size in bytes of an entry that is read whole. */
const maxWhole = 2 ** 26;
/** Maximum unpacked size of all entries that are read, in bytes and in sizes of the file, whichever is larger. */
const [maxUnpacked, maxRatio] = [2 ** 28, 200];
/** Maximum number of entries of one zip. */
const maxEntries = 4_000_000;

interface Entry {
  readonly method: number;
  readonly packed: number;
  readonly unpacked: number;
  readonly offset: number;
  readonly crc: number;
}

/**
 * A zip that is read by position: it is never loaded whole, and nothing is written to the disk. Of several entries of one name, the last
 * one counts: a writer appends what replaces an entry.
 */
export interface Zip {
  readonly names: ReadonlySet<string>;
  /** Yields the unpacked bytes of an entry. AppError where it is damaged or larger than it declares. */
  chunks(name: string): AsyncIterable<Buffer>;
  /** Returns an entry as text. AppError as for `chunks`, and above 64 MiB. */
  text(name: string): Promise<string>;
}

/**
 * Opens a zip: entries that are stored, deflated or compressed with Zstandard (method 93), also with 64-bit sizes. AppError
 * without a directory of entries, and for names that leave the zip.
 */
export async function openZip(file: string): Promise<Zip> {
  const handle = await open(file);
  try {
    const { size } = await handle.stat();
    const entries = entriesOf(await directoryOf(handle, file), file);
    let left = Math.max(maxUnpacked, maxRatio * size);
    const chunks = (name: string) => {
      const entry = entries.get(name);
      left -= entry?.unpacked ?? 0;
      if (left < 0) throw damagedLog(file, name, `the log unpacks to more than ${maxRatio} times its size`);
      return unpacked(file, name, entry);
    };
    return {
      names: new Set(entries.keys()),
      chunks,
      text: async (name) => {
        const size = entries.get(name)?.unpacked ?? 0;
        if (size > maxWhole) throw damagedLog(file, name, `unpacks to ${size} bytes; the maximum is ${maxWhole}`);
        const parts: Buffer[] = [];
        for await (const chunk of chunks(name)) parts.push(chunk);
        return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(parts));
      },
    };
  } finally {
    await handle.close();
  }
}

async function bytesAt(handle: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, position);
  return buffer.subarray(0, bytesRead);
}

const endSize = 22;
const longEndSize = 56;

/** Returns the bytes of the directory of entries, which stands at the end of the file. */
async function directoryOf(
  handle: FileHandle,
  file: string,
): Promise<{ readonly bytes: Buffer; readonly count: number }> {
  const { size } = await handle.stat();
  const tailSize = Math.min(size, endSize + 65_535);
  const tail = await bytesAt(handle, size - tailSize, tailSize);
  const end = tail.lastIndexOf(Buffer.from('PK\x05\x06'));
  if (end < 0 || end + endSize > tail.length)
    throw damagedLog(
      file,
      '',
      'the zip has no directory of entries: it is cut off, it is still being written, or the run that wrote it was killed',
    );
  let count = tail.readUInt16LE(end + 10);
  let length = tail.readUInt32LE(end + 12);
  let start = tail.readUInt32LE(end + 16);
  if (start === 0xffffffff || length === 0xffffffff || count === 0xffff) {
    if (end < 20) throw damagedLog(file, '', 'the zip has no directory of entries');
    const long = await bytesAt(handle, Number(tail.readBigUInt64LE(end - 12)), longEndSize);
    if (long.length < longEndSize) throw damagedLog(file, '', 'the zip has no directory of entries');
    count = Number(long.readBigUInt64LE(32));
    length = Number(long.readBigUInt64LE(40));
    start = Number(long.readBigUInt64LE(48));
  }
  if (count > maxEntries || start + length > size) throw damagedLog(file, '', 'the directory of entries is damaged');
  return { bytes: await bytesAt(handle, start, length), count };
}

const directoryEntrySize = 46;

function entriesOf(
  { bytes, count }: { readonly bytes: Buffer; readonly count: number },
  file: string,
): Map<string, Entry> {
  const entries = new Map<string, Entry>();
  let at = 0;
  for (let index = 0; index < count; index += 1) {
    if (at + directoryEntrySize > bytes.length || bytes.readUInt32LE(at) !== 0x02014b50)
      throw damagedLog(file, `entry ${index + 1}`, 'the directory of entries is damaged');
    const nameEnd = at + directoryEntrySize + bytes.readUInt16LE(at + 28);
    const name = bytes.toString('utf8', at + directoryEntrySize, nameEnd);
    const extraEnd = nameEnd + bytes.readUInt16LE(at + 30);
    if (/^[/\\]|^[a-z]:|(?:^|[/\\])\.\.(?:[/\\]|$)|\0/i.test(name))
      throw damagedLog(file, `entry ${name}`, 'its name leaves the log');
    const long = longFields(bytes.subarray(nameEnd, extraEnd));
    const sizeOf = (value: number) => (value === 0xffffffff ? (long.shift() ?? value) : value);
    const unpackedSize = sizeOf(bytes.readUInt32LE(at + 24));
    const packed = sizeOf(bytes.readUInt32LE(at + 20));
    const offset = sizeOf(bytes.readUInt32LE(at + 42));
    entries.set(name, {
      ...{ method: bytes.readUInt16LE(at + 10), crc: bytes.readUInt32LE(at + 16) },
      ...{ packed, unpacked: unpackedSize, offset },
    });
    at = extraEnd + bytes.readUInt16LE(at + 32);
  }
  return entries;
}

/** Returns the 64-bit numbers of the extra field 1, in the order unpacked size, packed size, offset. */
function longFields(extra: Buffer): number[] {
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
    if (extra.readUInt16LE(at) !== 1) continue;
    const length = Math.min(extra.readUInt16LE(at + 2), extra.length - at - 4);
    return Array.from({ length: Math.floor(length / 8) }, (_, index) =>
      Number(extra.readBigUInt64LE(at + 4 + 8 * index)),
    );
  }
  return [];
}

async function* unpacked(file: string, name: string, entry: Entry | undefined): AsyncGenerator<Buffer> {
  if (entry === undefined) throw damagedLog(file, '', `the log has no entry ${name}`);
  let size = 0;
  let crc = 0;
  try {
    for await (const chunk of await decompressed(file, name, entry)) {
      size += chunk.length;
      if (size > entry.unpacked)
        throw damagedLog(file, name, `unpacks to more than the ${entry.unpacked} bytes that it declares`);
      crc = crc32(chunk, crc);
      yield chunk;
    }
  } catch (error) {
    if (error instanceof Error && 'code' in error && /^(Z_|ZSTD_|ERR_)/.test(String(error.code)))
      throw damagedLog(file, name, `cannot be unpacked (${error.message})`);
    throw error;
  }
  if (size !== entry.unpacked || crc !== entry.crc) throw damagedLog(file, name, 'is damaged (its checksum differs)');
}

const localSize = 30;

/** Bytes that are unpacked at a time. */
const chunkSize = 65_536;

async function decompressed(
  file: string,
  name: string,
  { method, packed, offset }: Entry,
): Promise<AsyncIterable<Buffer>> {
  const handle = await open(file);
  const local = await bytesAt(handle, offset, localSize).finally(() => handle.close());
  if (local.length < localSize || local.readUInt32LE(0) !== 0x04034b50)
    throw damagedLog(file, name, 'the entry is missing');
  if (packed === 0) return Object.assign([], { async *[Symbol.asyncIterator]() {} });
  const start = offset + localSize + local.readUInt16LE(26) + local.readUInt16LE(28);
  const input = createReadStream(file, { start, end: start + packed - 1 });
  if (method === 0) return input;
  const unpack =
    method === 8
      ? createInflateRaw({ chunkSize })
      : method === 93
        ? createZstdDecompress({ chunkSize, params: { [constants.ZSTD_d_windowLogMax]: 27 } }) // 128 MiB of memory at most
        : null;
  if (unpack === null) throw damagedLog(file, name, `is packed with method ${method}, which is not supported`);
  input.on('error', (error) => unpack.destroy(error));
  return input.pipe(unpack);
}
