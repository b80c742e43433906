import type { BlockQueue, HeldBlock } from '../../../src/answers/workers/block-queue.ts';
import type { Block } from '../../../src/answers/workers/item-block.ts';
import { type SimulatedProcess, virtualTime } from './virtual-time.ts';

const touchEveryMs = 3_000;
const silentMs = 15_000;

interface QueuedBlock {
  readonly block: Block;
  readonly id: string;
  holder: SimulatedProcess | null;
  /** Number of times that it was taken; only the last holder may end it. */
  taken: number;
  seenAt: number;
  /** Position of its holder among all holders of blocks. */
  order: number;
  isDone: boolean;
}

/** The blocks of a run: a block returns to the queue when its holder is silent, as in pg-boss. */
export class SimulatedQueue {
  readonly #blocks: readonly QueuedBlock[];
  #holders = 0;

  constructor(blocks: readonly Block[]) {
    this.#blocks = blocks.map((block, index) => {
      return { block, id: String(index), holder: null, taken: 0, seenAt: 0, order: 0, isDone: false };
    });
  }

  get isEmpty(): boolean {
    return this.#blocks.every(({ isDone }) => isDone);
  }

  /** Returns the blocks of silent holders to the queue, and the time. */
  #freeSilent(): number {
    const now = virtualTime.now();
    for (const each of this.#blocks) if (now - each.seenAt > silentMs) each.holder = null;
    return now;
  }

  /** Returns the queue as a process takes blocks from it. */
  for(process: SimulatedProcess): BlockQueue {
    const held = new Map<string, number>();
    const isOurs = ({ id, holder, taken }: QueuedBlock) => holder === process && held.get(id) === taken;
    const timer = setInterval(() => {
      for (const each of this.#blocks) if (isOurs(each)) each.seenAt = virtualTime.now();
    }, touchEveryMs);
    const soon = <Value>(action: () => Value) =>
      new Promise<Value>((resolve) => virtualTime.after(5, () => resolve(action())));
    return {
      next: () =>
        soon((): HeldBlock | null => {
          const now = this.#freeSilent();
          const free = this.#blocks.find(({ isDone, holder }) => !isDone && holder === null);
          if (free === undefined) return null;
          this.#holders += 1;
          Object.assign(free, { holder: process, seenAt: now, taken: free.taken + 1, order: this.#holders });
          held.set(free.id, free.taken);
          return { block: free.block, id: free.id };
        }),
      done: ({ id }) =>
        soon(() => {
          const found = this.#blocks[Number(id)];
          if (found !== undefined && isOurs(found)) Object.assign(found, { isDone: true, holder: null });
        }),
      heldBefore: ({ id }) =>
        soon(() => {
          this.#freeSilent();
          const order = this.#blocks[Number(id)]?.order ?? 0;
          return this.#blocks.filter((each) => each.holder !== null && each.holder !== process && each.order < order)
            .length;
        }),
      close: async () => {
        clearInterval(timer);
        for (const each of this.#blocks) if (isOurs(each) && !each.isDone) each.holder = null;
      },
    };
  }
}
