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
