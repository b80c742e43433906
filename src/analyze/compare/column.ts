/** A list of numbers that grows when it is written; NaN at positions that were not written. */
export class NumberColumn {
  #values: Float64Array;

  /** Wraps the numbers of another column, or starts empty. */
  constructor(values: Float64Array = unwritten(64)) {
    this.#values = values;
  }

  set(index: number, value: number): void {
    if (index >= this.#values.length) {
      const longer = unwritten(2 ** Math.ceil(Math.log2(index + 1)));
      longer.set(this.#values);
      this.#values = longer;
    }
    this.#values[index] = value;
  }

  at(index: number): number {
    return this.#values[index] ?? Number.NaN;
  }

  /** Returns the numbers, in memory that all threads share. */
  values(): Float64Array {
    return this.#values;
  }
}

function unwritten(length: number): Float64Array {
  return new Float64Array(new SharedArrayBuffer(length * Float64Array.BYTES_PER_ELEMENT)).fill(Number.NaN);
}
