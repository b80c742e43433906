import { maxUtf8Bytes } from '../../util/text-block.ts';

/**
 * Bytes that grow piece by piece outside the heap: hundreds of thousands of kept strings would be copied by every
 * collection of garbage.
 */
export class GrowingBytes {
  #bytes = Buffer.alloc(0);
  #used = 0;

  get length(): number {
    return this.#used;
  }

  /** Adds a text as UTF-8. */
  add(text: string): void {
    this.#reserve(maxUtf8Bytes(text));
    this.#used += this.#bytes.write(text, this.#used);
  }

  /** Adds `size` zeros and returns them, to be written to until the next addition. */
  addZeros(size: number): Buffer {
    this.#reserve(size);
    this.#used += size;
    return this.#bytes.subarray(this.#used - size, this.#used).fill(0);
  }

  /** Returns all bytes so far, valid until the next addition. */
  bytes(): Uint8Array {
    return this.#bytes.subarray(0, this.#used);
  }

  #reserve(more: number): void {
    if (this.#used + more <= this.#bytes.length) return;
    const grown = Buffer.allocUnsafeSlow(Math.max(4_096, 2 * this.#bytes.length, this.#used + more));
    this.#bytes.copy(grown, 0, 0, this.#used);
    this.#bytes = grown;
  }
}
