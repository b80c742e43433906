/** A list of numbers that grows when it is written; NaN at positions that were not written. */
export class GrowingNumbers {
  #values = unwritten(64);

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
}

function unwritten(length: number): Float64Array {
  return new Float64Array(length).fill(Number.NaN);
}
