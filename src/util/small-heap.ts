import { getHeapSpaceStatistics, getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const mebibyte = 1024 * 1024;

/** How much garbage a heap may hold. */
export interface HeapLimits {
  /** MiB of the young generation that are worth having; V8 would let it grow to 128, mostly garbage. */
  readonly young: number;
  /** How far the old generation may grow between two collections, in percent of what was alive; V8 takes up to 300. */
  readonly growth: number;
  /** MiB by which a small old generation may grow all the same, or it would be gone through again and again; absent: 0. */
  readonly room?: number;
}

const leastGarbage: HeapLimits = { young: 8, growth: 40 };

let collector: NodeJS.GCFunction | null = null;

function collect(flavor: 'regular' | 'last-resort'): void {
  if (collector === null) {
    setFlagsFromString('--expose-gc');
    collector = runInNewContext('gc') as NodeJS.GCFunction; // what V8 puts into every new context with this flag
  }
  collector({ type: 'major', execution: 'sync', flavor });
}

function youngBytes(): number {
  return getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')?.space_size ?? 0;
}

/** By `growth`, or, where that is more, by `room`: of what is alive and dead, as only a collection tells them apart. */
function letOldGrow({ growth, room = 0 }: HeapLimits): void {
  const byRoom = Math.round((100 * room * mebibyte) / getHeapStatistics().used_heap_size);
  setFlagsFromString(`--heap-growing-percent=${Math.max(growth, byRoom)}`);
}

function letYoungGrow(grows: boolean): void {
  setFlagsFromString(`--semi-space-growth-factor=${grows ? 2 : 1}`);
}

let kept: HeapLimits | null = null;

/**
 * From now on V8 holds little garbage beside what is alive; without limits the least, for processes whose memory and
 * time belong to llama.cpp. There is no limit to what is alive. Of several calls the strictest holds.
 */
export function keepHeapSmall(limits: HeapLimits = leastGarbage): void {
  if (kept !== null && kept.young <= limits.young) return;
  kept = limits;
  letOldGrow(limits);
  if (youngBytes() > limits.young * mebibyte) giveMemoryBack(); // from nearly nothing up to the new limit
  let grows = true;
  letYoungGrow(grows);
  const watch = setInterval(() => {
    if (kept !== limits) return clearInterval(watch);
    letOldGrow(limits);
    if (grows === youngBytes() < limits.young * mebibyte) return;
    grows = !grows; // V8 shrinks it where little is allocated, as on a busy machine: it must be able to come back
    letYoungGrow(grows);
  }, 100);
  watch.unref();
}

/** Collects all that is dead and gives its pages back to the system; some tens of milliseconds for a small heap. */
export function giveMemoryBack(): void {
  collect('last-resort');
}

/** Bytes that a user of V8 may leave to finalizers before it is worth a collection, which takes time by what is alive. */
const leastUnseen = 12 * mebibyte;

/** Counts memory that V8 does not see but frees with its objects, and collects when there is much of it. */
export class UnseenMemory {
  #bytes = 0;

  add(bytes: number): void {
    this.#bytes += bytes;
    if (this.#bytes < leastUnseen || this.#bytes < getHeapStatistics().used_heap_size / 4) return;
    this.#bytes = 0;
    collect('regular');
  }
}
