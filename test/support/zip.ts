import { crc32, deflateRawSync, zstdCompressSync } from 'node:zlib';

/** An entry of a made zip, and what is wrong with it. */
interface ZipEntry {
  readonly name: string;
  readonly content: string | Buffer;
  readonly method?: 'stored' | 'deflate' | 'zstd' | 'unknown';
  /** Unpacked size that the zip declares; absent: the true one. */
  readonly declared?: number;
  readonly crc?: number;
}

const methods = { stored: 0, deflate: 8, zstd: 93, unknown: 12 } as const;

/** Returns a zip with these entries, in this order; it can be damaged on purpose. */
export function zipOf(entries: readonly ZipEntry[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, content, method = 'zstd', declared, crc } of entries) {
    const plain = Buffer.from(content);
    const packed = method === 'deflate' ? deflateRawSync(plain) : method === 'zstd' ? zstdCompressSync(plain) : plain;
    const title = Buffer.from(name);
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(methods[method], 4);
    fields.writeUInt32LE(crc ?? crc32(plain), 10);
    fields.writeUInt32LE(packed.length, 14);
    fields.writeUInt32LE(declared ?? plain.length, 18);
    fields.writeUInt16LE(title.length, 22);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), fields, place, title]));
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), fields, title, packed]);
    parts.push(local);
    offset += local.length;
  }
  const list = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(list.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, list, end]);
}
