import { getHeapSpaceStatistics, getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const mebibyte = 1024 * 1024;

/** Limits on the garbage that a heap may hold. */
export interface HeapLimits {
  /** Maximum size of the young generation in MiB. V8's default is 128, mostly garbage. */
  readonly young: number;
  /**
   * Maximum growth of the old generation between two collections, in percent of the live size. V8's default maximum is
   * 300.
   */
  readonly growth: number;
  /**
   * Minimum growth of the old generation between two collections, in MiB, so that a small heap is not collected
   * constantly; absent: 0.
   */
  readonly minGrowth?: number;
}

const minGarbage: HeapLimits = { young: 8, growth: 40 };

let collector: NodeJS.GCFunction | null = null;

function collect(flavor: 'regular' | 'last-resort'): void {
  if (collector === null) {
    setFlagsFromString('--expose-gc');
    collector = runInNewContext('gc') as NodeJS.GCFunction; // with this flag V8 defines `gc` in every new context
  }
  collector({ type: 'major', execution: 'sync', flavor });
}

function youngBytes(): number {
  return getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')?.space_size ?? 0;
}

/**
 * Lets the old generation grow by `growth` or `minGrowth`, whichever is larger, from its size after a collection: only a
 * collection separates live objects from garbage.
 */
function limitOldGrowth({ growth, minGrowth = 0 }: HeapLimits): void {
  const percentForMinimum = Math.round((100 * minGrowth * mebibyte) / getHeapStatistics().used_heap_size);
  setFlagsFromString(`--heap-growing-percent=${Math.max(growth, percentForMinimum)}`);
}

function setYoungGrowth(grows: boolean): void {
  setFlagsFromString(`--semi-space-growth-factor=${grows ? 2 : 1}`);
}

let kept: HeapLimits | null = null;

/**
 * Limits the garbage that V8 keeps; without arguments to the minimum, for processes whose memory and time belong to
 * llama.cpp. Does not limit live objects. After several calls the strictest limits apply.
 */
export function keepHeapSmall(limits: HeapLimits = minGarbage): void {
  if (kept !== null && kept.young <= limits.young) return;
  kept = limits;
  limitOldGrowth(limits);
  if (youngBytes() > limits.young * mebibyte) releaseMemory(); // shrinks the young generation, so that it grows up to the new limit only
  let grows = true;
  setYoungGrowth(grows);
  const watch = setInterval(() => {
    if (kept !== limits) return clearInterval(watch);
    limitOldGrowth(limits);
    if (grows === youngBytes() < limits.young * mebibyte) return;
    grows = !grows; // V8 shrinks it when little is allocated, as on a busy machine; it must be able to grow back
    setYoungGrowth(grows);
  }, 100);
  watch.unref();
}

/**
 * Collects all garbage and keeps the size of the young generation. A smaller one would grow back beyond its limit
 * during long work without a pause, because limits are adjusted between callbacks.
 */
export function collectGarbage(): void {
  collect('regular');
}

/** Collects all garbage and returns its pages to the system. Takes a few tens of milliseconds on a small heap. */
export function releaseMemory(): void {
  collect('last-resort');
}

/** Bytes to leave to finalizers before a collection pays off; the time of a collection grows with the live heap. */
const minUnseenBytes = 12 * mebibyte;

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
    collect('regular');
  }
}
