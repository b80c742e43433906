/** A list of numbers that grows as it is written; NaN where nothing was. */
export class NumberColumn {
  #values: Float64Array;

  /** Over numbers that another column holds already, or over none. */
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

  /** The numbers themselves, in memory that all threads share. */
  values(): Float64Array {
    return this.#values;
  }
}

function unwritten(length: number): Float64Array {
  return new Float64Array(new SharedArrayBuffer(length * Float64Array.BYTES_PER_ELEMENT)).fill(Number.NaN);
}
