/** Position of a call: the number of its part, and its rank in the part. */
interface CallPosition {
  readonly part: number;
  readonly rank: number;
}

interface Waiting extends CallPosition {
  /** Number of the call in the order in which calls were added, which decides between equal positions. */
  readonly number: number;
  readonly start: (isSent: boolean) => void;
}

/** The planned calls that have not started, in the planned order. */
export class CallQueue {
  /** The next call last. */
  readonly #waiting: Waiting[] = [];
  #added = 0;

  get isEmpty(): boolean {
    return this.#waiting.length === 0;
  }

  /** Adds a call. Resolves with true when it is its turn, with false when it must not be sent any more. */
  turn({ part, rank }: CallPosition): Promise<boolean> {
    return new Promise((resolve) => {
      const own: Waiting = { part, rank, number: this.#added, start: resolve };
      this.#added += 1;
      let [low, high] = [0, this.#waiting.length];
      while (low < high) {
        const middle = (low + high) >> 1;
        if (isBefore(own, this.#waiting[middle] as Waiting)) low = middle + 1;
        else high = middle;
      }
      this.#waiting.splice(low, 0, own);
    });
  }

  /** Starts the next call. */
  startNext(): void {
    this.#waiting.pop()?.start(true);
  }

  /** Drops all waiting calls. */
  drop(): void {
    for (const { start } of this.#waiting.splice(0).reverse()) start(false);
  }
}

function isBefore(one: Waiting, other: Waiting): boolean {
  if (one.part !== other.part) return one.part < other.part;
  return one.rank === other.rank ? one.number < other.number : one.rank < other.rank;
}
