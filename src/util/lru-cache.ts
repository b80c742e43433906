/** Cache that evicts the least recently used key, for values that are expensive to compute and never change. */
export class LruCache<Value> {
  readonly #values = new Map<string, Value>();
  readonly #most: number;

  constructor(most: number) {
    this.#most = most;
  }

  get(key: string, make: () => Value): Value {
    const value = this.#values.get(key) ?? make();
    this.#values.delete(key); // moves the key to the end: the first key is the least recently used
    this.#values.set(key, value);
    if (this.#values.size > this.#most) {
      for (const oldest of this.#values.keys()) {
        this.#values.delete(oldest);
        break;
      }
    }
    return value;
  }
}

/** Longest text whose result is kept, and number of results: an answer is read several times within one batch of items. */
const maxLength = 20_000;
const maxResults = 2_048;

/** Returns a function of a text that keeps its latest results, because the same answers are read by several analyses. */
export function remembered<Value>(compute: (text: string) => Value): (text: string) => Value {
  const results = new Map<string, { readonly value: Value }>();
  return (text) => {
    if (text.length > maxLength) return compute(text);
    const known = results.get(text);
    if (known !== undefined) return known.value;
    const value = compute(text);
    if (results.size >= maxResults) results.delete(results.keys().next().value ?? '');
    results.set(text, { value });
    return value;
  };
}
