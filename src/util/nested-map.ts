type Level<Value> = Map<string, Level<Value> | Value>;

/** Map from a fixed number of names to a value. Unlike a map with joined keys, a lookup builds no string. */
export class NestedMap<Value extends object> {
  readonly #root: Level<Value> = new Map();
  readonly #values: Value[] = [];

  /** Returns the value for these names, and creates it if it is missing. Every call must pass the same number of names. */
  get(names: readonly string[], make: () => Value): Value {
    let level = this.#root;
    for (let index = 0; index < names.length - 1; index += 1) {
      const name = names[index] as string; // the index is in range
      let next = level.get(name) as Level<Value> | undefined; // only the last level holds values
      if (next === undefined) {
        next = new Map();
        level.set(name, next);
      }
      level = next;
    }
    const last = names.at(-1) ?? '';
    const known = level.get(last) as Value | undefined; // the last level holds only values
    if (known !== undefined) return known;
    const value = make();
    level.set(last, value);
    this.#values.push(value);
    return value;
  }

  /** Returns all values in the order in which they were created. */
  values(): readonly Value[] {
    return this.#values;
  }
}
