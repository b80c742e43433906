import { appendFileSync, writeFileSync } from 'node:fs';
import { crc32, deflateRawSync } from 'node:zlib';
import { Zip, type ZipInputFile } from 'fflate';

/** One member, compressed by Node: many times faster than in JavaScript for many small members. */
class Member implements ZipInputFile {
  readonly filename: string;
  readonly compression = 8; // deflate
  readonly mtime = new Date(1980, 0, 1); // the format's first day: the clock leaves no trace
  readonly size: number;
  readonly crc: number;
  ondata: NonNullable<ZipInputFile['ondata']> = () => {};

  constructor(filename: string, content: Uint8Array) {
    this.filename = filename;
    this.size = content.length;
    this.crc = crc32(content);
  }
}

const smallMember = 4_096; // bytes
/** Setting up a large window would take longer than compressing a small member. */
const forSmall = { level: 3, memLevel: 2, windowBits: 10, chunkSize: 1_024 };

const mostBuffered = 1 << 18; // bytes

/** A zip file that grows member by member; nothing but its directory stays in memory. */
export class EvalArchive {
  readonly #path: string;
  readonly #zip: Zip;
  #chunks: Uint8Array[] = [];
  #size = 0;

  constructor(path: string) {
    this.#path = path;
    writeFileSync(path, '');
    this.#zip = new Zip((error, chunk) => {
      if (error !== null) throw error;
      this.#chunks.push(chunk);
      this.#size += chunk.length;
    });
  }

  add(filename: string, text: string): void {
    const content = Buffer.from(text);
    const member = new Member(filename, content);
    this.#zip.add(member);
    member.ondata(null, deflateRawSync(content, content.length < smallMember ? forSmall : {}), true);
    if (this.#size >= mostBuffered) this.#flush();
  }

  finish(): void {
    this.#zip.end();
    this.#flush();
  }

  #flush(): void {
    appendFileSync(this.#path, Buffer.concat(this.#chunks));
    this.#chunks = [];
    this.#size = 0;
  }
}
