import { setImmediate as nextTurn } from 'node:timers/promises';

interface Options<Entry, Result> {
  /** Makes all entries durable, or none, and returns the result of each, in order. */
  readonly commit: (entries: readonly Entry[]) => Promise<readonly Result[]>;
  /** Returns how much of a group an entry takes. */
  readonly weight: (entry: Entry) => number;
  /** Maximum weight of a group; a heavier entry is committed alone. */
  readonly maxWeight: number;
  readonly maxEntries: number;
  /**
   * Minimum milliseconds between the starts of two commits, unless `enough` entries wait. Where answers arrive slowly,
   * groups of two or three would compress badly, and committing them would cost more than the rest of a call.
   */
  readonly paceMs: number;
  readonly enough: number;
}

interface Waiting<Entry, Result> {
  readonly entry: Entry;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Commits entries in groups, one group at a time: entries that arrive during a commit form the next group. An entry's
 * promise settles after its commit; if the commit fails, every entry of the group is rejected.
 */
export class GroupCommit<Entry, Result> {
  readonly #options: Options<Entry, Result>;
  #queue: Waiting<Entry, Result>[] = [];
  #running: Promise<void> | null = null;
  #hurry: () => void = () => {};

  constructor(options: Options<Entry, Result>) {
    this.#options = options;
  }

  add(entry: Entry): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.#queue.push({ entry, resolve, reject });
      this.#running ??= this.#run();
      if (this.#queue.length >= this.#options.enough) this.#hurry();
    });
  }

  /** Resolves when no entry is waiting. */
  async drain(): Promise<void> {
    while (this.#running !== null) await this.#running;
  }

  async #run(): Promise<void> {
    await nextTurn(); // entries of the same turn join the group
    while (this.#queue.length > 0) {
      const startedAt = performance.now();
      await this.#commit(this.#takeGroup());
      await this.#pace(this.#options.paceMs - (performance.now() - startedAt));
    }
    this.#running = null; // in the turn in which the queue is empty; an entry added in between would wait forever
  }

  /** Resolves after this many milliseconds, or as soon as enough entries wait. */
  #pace(early: number): Promise<void> {
    if (early <= 0 || this.#queue.length >= this.#options.enough) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, early);
      this.#hurry = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  async #commit(group: readonly Waiting<Entry, Result>[]): Promise<void> {
    try {
      const results = await this.#options.commit(group.map(({ entry }) => entry));
      for (const [index, { resolve }] of group.entries()) resolve(results[index] as Result); // one result per entry
    } catch (error) {
      for (const { reject } of group) reject(error);
    }
  }

  #takeGroup(): readonly Waiting<Entry, Result>[] {
    const { weight, maxWeight, maxEntries } = this.#options;
    let sum = 0;
    let end = 0;
    for (const { entry } of this.#queue.slice(0, maxEntries)) {
      sum += weight(entry);
      if (end > 0 && sum > maxWeight) break;
      end += 1;
    }
    const group = this.#queue.slice(0, end);
    this.#queue = this.#queue.slice(end);
    return group;
  }
}
