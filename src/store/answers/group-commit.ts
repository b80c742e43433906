import { setImmediate as nextTurn } from 'node:timers/promises';

interface Options<Entry, Result> {
  /** Makes the entries durable, all or none, and says what became of each, in order. */
  readonly commit: (entries: readonly Entry[]) => Promise<readonly Result[]>;
  /** How much of a group an entry takes. */
  readonly weight: (entry: Entry) => number;
  /** A group is closed at this weight or before; an entry that is heavier goes alone. */
  readonly maxWeight: number;
  readonly maxEntries: number;
  /**
   * Milliseconds between the beginnings of two commits unless `enough` entries wait: where answers come slowly, groups of
   * two or three would pack badly, and committing them would take more than all the rest of a call.
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
 * Commits entries in groups, one group at a time: whatever arrives while a group is being made durable forms the next.
 * An entry's promise settles after its commit; when that fails, every entry of the group is rejected.
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

  /** Resolves when nothing waits any more. */
  async drain(): Promise<void> {
    while (this.#running !== null) await this.#running;
  }

  async #run(): Promise<void> {
    await nextTurn(); // what arrives in the same turn goes along
    while (this.#queue.length > 0) {
      const startedAt = performance.now();
      await this.#commit(this.#takeGroup());
      await this.#pace(this.#options.paceMs - (performance.now() - startedAt));
    }
    this.#running = null; // in the turn that saw the queue empty, or an entry added in between would wait for ever
  }

  /** Resolves after so many milliseconds, or as soon as enough entries wait. */
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
      for (const [place, { resolve }] of group.entries()) resolve(results[place] as Result); // one result an entry
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
