import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Bytes to leave to finalizers before a collection pays off; the time of a collection grows with the live heap. */
const minUnseenBytes = 12 * 1024 * 1024;

let collector: NodeJS.GCFunction | null = null;

function collectGarbage(): void {
  if (collector === null) {
    setFlagsFromString('--expose-gc');
    collector = runInNewContext('gc') as NodeJS.GCFunction; // with this flag V8 defines `gc` in every new context
  }
  collector({ type: 'major', execution: 'sync' });
}

/**
 * Counts native memory that V8 does not see but frees with its objects, and collects garbage when it exceeds the
 * threshold.
 */
export class UnseenMemory {
  #bytes = 0;

  add(bytes: number): void {
    this.#bytes += bytes;
    if (this.#bytes < minUnseenBytes || this.#bytes < getHeapStatistics().used_heap_size / 4) return;
    this.#bytes = 0;
    collectGarbage();
  }
}

/**
 * Counts rows that stay in memory. From many on, V8 collects garbage once the heap has grown by half since the last collection, in place of
 * up to fourfold: what is in use of a large heap is large, and so would be the garbage beside it. Where a heap is small, this would
 * cost a tenth of the processor time.
 */
export class CollectedRows {
  readonly #many: number;
  #count = 0;

  /** `many`: number of rows from which on they are, with what is read meanwhile, much of the memory. */
  constructor(many: number) {
    this.#many = many;
  }

  add(count: number): void {
    const before = this.#count;
    this.#count += count;
    if (before < this.#many && this.#count >= this.#many) setFlagsFromString('--heap-growing-percent=50');
  }
}
