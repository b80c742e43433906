type Level<Value> = Map<string, Level<Value> | Value>;

/** Values by several names; unlike a key made of the names, nothing is written to look one up. */
export class NestedMap<Value extends object> {
  readonly #root: Level<Value> = new Map();
  readonly #values: Value[] = [];

  /** The value of these names, always as many; made where there is none. */
  get(names: readonly string[], make: () => Value): Value {
    let level = this.#root;
    for (let index = 0; index < names.length - 1; index += 1) {
      const name = names[index] as string; // in range
      let next = level.get(name) as Level<Value> | undefined; // values lie under the last name only
      if (next === undefined) {
        next = new Map();
        level.set(name, next);
      }
      level = next;
    }
    const last = names.at(-1) ?? '';
    const known = level.get(last) as Value | undefined; // and under the last name nothing else
    if (known !== undefined) return known;
    const value = make();
    level.set(last, value);
    this.#values.push(value);
    return value;
  }

  /** In the order in which they were made. */
  values(): readonly Value[] {
    return this.#values;
  }
}
