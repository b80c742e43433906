/** A list of numbers that grows as it is written; NaN where nothing was. */
export class Column {
  #values = new Float64Array(64).fill(Number.NaN);

  set(index: number, value: number): void {
    if (index >= this.#values.length) {
      const longer = new Float64Array(2 ** Math.ceil(Math.log2(index + 1))).fill(Number.NaN);
      longer.set(this.#values);
      this.#values = longer;
    }
    this.#values[index] = value;
  }

  at(index: number): number {
    return this.#values[index] ?? Number.NaN;
  }
}
