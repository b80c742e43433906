import { appendFileSync, writeFileSync } from 'node:fs';
import { crc32, deflateRawSync } from 'node:zlib';
import { GrowingBytes } from './growing-bytes.ts';

const smallMember = 4_096; // bytes
/**
 * Deflate settings for small members, whose bytes fit the window in one or few blocks; larger windows or more blocks
 * would be slower. Level 3 takes half as long again for one percent fewer bytes.
 */
const forSmall = { level: 1, memLevel: 5, windowBits: 12, chunkSize: 1_024 };
/** Deflate settings for large members: half the time of zlib's default level for a few percent more bytes. */
const forLarge = { level: 4 };

const mostBuffered = 1 << 16; // bytes: hundreds of files are open at a time

/** The format's first day, 1 January 1980, at midnight, so that output does not depend on the clock. */
const firstDay = { time: 0, date: 0x21 };
const utf8Names = 0x800;
const deflated = 8;

/**
 * A zip file (PKWARE's APPNOTE, sections 4.3 and 4.4) that grows member by member. Only its directory stays in memory,
 * a few hundred bytes per member: archive libraries keep ten times that, and reports have hundreds of thousands of
 * members.
 */
export class ZipFile {
  readonly #path: string;
  #chunks: Uint8Array[] = [];
  #buffered = 0;
  /** Number of bytes before the next member. */
  #offset = 0;
  #directory = new GrowingBytes();
  #members = 0;

  constructor(path: string) {
    this.#path = path;
    writeFileSync(path, '');
  }

  /** Adds a member; a text is written as UTF-8. */
  add(name: string, text: string | Uint8Array): void {
    const content = typeof text === 'string' ? Buffer.from(text) : text;
    const packed = deflateRawSync(content, content.length < smallMember ? forSmall : forLarge);
    const nameBytes = Buffer.from(name);
    const facts = factsOf(content, packed, nameBytes);
    this.#enter(facts, nameBytes);
    const signature = Buffer.from('PK\x03\x04');
    this.#write(Buffer.concat([signature, facts, Buffer.alloc(2), nameBytes, packed]));
  }

  finish(): void {
    const end = Buffer.alloc(22);
    end.write('PK\x05\x06');
    end.writeUInt16LE(this.#members, 8);
    end.writeUInt16LE(this.#members, 10);
    end.writeUInt32LE(this.#directory.length, 12);
    end.writeUInt32LE(this.#offset, 16);
    this.#write(this.#directory.bytes());
    this.#write(end);
    this.#flush();
    this.#directory = new GrowingBytes();
  }

  /** Adds the member's directory entry: its facts again, and its offset. */
  #enter(facts: Buffer, name: Buffer): void {
    const entry = this.#directory.addZeros(46 + name.length);
    entry.write('PK\x01\x02');
    entry.writeUInt16LE(20, 4); // made by version 2.0, which it requires
    facts.copy(entry, 6);
    entry.writeUInt32LE(this.#offset, 42);
    name.copy(entry, 46);
    this.#members += 1;
  }

  #write(bytes: Uint8Array): void {
    this.#chunks.push(bytes);
    this.#buffered += bytes.length;
    this.#offset += bytes.length;
    if (this.#buffered >= mostBuffered) this.#flush();
  }

  #flush(): void {
    appendFileSync(this.#path, Buffer.concat(this.#chunks));
    this.#chunks = [];
    this.#buffered = 0;
  }
}

/** Returns the fields that a member's header and its directory entry share. */
function factsOf(content: Uint8Array, packed: Uint8Array, name: Uint8Array): Buffer {
  const facts = Buffer.alloc(24);
  facts.writeUInt16LE(20, 0); // version 2.0 needed to extract
  facts.writeUInt16LE(utf8Names, 2);
  facts.writeUInt16LE(deflated, 4);
  facts.writeUInt16LE(firstDay.time, 6);
  facts.writeUInt16LE(firstDay.date, 8);
  facts.writeUInt32LE(crc32(content), 10);
  facts.writeUInt32LE(packed.length, 14);
  facts.writeUInt32LE(content.length, 18);
  facts.writeUInt16LE(name.length, 22);
  return facts;
}
