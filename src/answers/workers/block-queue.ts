import type { Block } from './item-block.ts';

/** A block that a worker holds until it is done or the worker ends. */
export interface HeldBlock {
  readonly block: Block;
  readonly id: string;
}

/** The blocks of one run, as one worker takes them. */
export interface BlockQueue {
  /** Returns a block that no other worker holds; null if there is none now. */
  next(): Promise<HeldBlock | null>;
  /** Removes a block whose calls all have an answer or have failed. Nothing happens if another worker holds it now. */
  done(held: HeldBlock): Promise<void>;
  /** Returns the number of blocks that other workers took before a held one and still hold. */
  heldBefore(held: HeldBlock): Promise<number>;
  /** Returns the held blocks that are not done to the queue. */
  close(): Promise<void>;
}
