/** Returns a function that computes its value at the first call and returns that value at every call. */
export function once<Value>(compute: () => Value): () => Value {
  let computed: { readonly value: Value } | null = null;
  return () => {
    computed ??= { value: compute() };
    return computed.value;
  };
}

/** Longest text whose result is kept, and least number of results that are: an answer is read several times within one batch of items. */
const maxLength = 20_000;
const minResults = 1_024;

/** Returns a function of a text that keeps its latest results, because the same answers are read by several analyses. */
export function remembered<Value>(compute: (text: string) => Value): (text: string) => Value {
  let latest = new Map<string, { readonly value: Value }>();
  let before = latest; // a map from which the oldest result is deleted each time becomes slow: it keeps the gaps for a while
  return (text) => {
    if (text.length > maxLength) return compute(text);
    const known = latest.get(text) ?? before.get(text);
    if (known !== undefined) return known.value;
    const value = compute(text);
    if (latest.size >= minResults) [latest, before] = [new Map(), latest];
    latest.set(text, { value });
    return value;
  };
}

/** Number of pairs of texts whose result is kept. */
const maxKeptPairs = 300_000;

/** Returns a function of two texts that keeps its results, because a test scores each pair several times. */
export function rememberedPairs<Value>(compute: (one: string, other: string) => Value): typeof compute {
  const results = new Map<string, Map<string, { readonly value: Value }>>();
  let kept = 0;
  return (one, other) => {
    const known = results.get(one)?.get(other);
    if (known !== undefined) return known.value;
    if (kept >= maxKeptPairs) {
      results.clear();
      kept = 0;
    }
    const value = compute(one, other);
    const ofOne = results.get(one) ?? new Map<string, { readonly value: Value }>();
    results.set(one, ofOne.set(other, { value }));
    kept += 1;
    return value;
  };
}

/** Returns a function that computes its result once for each object. */
export function rememberedFor<Key extends object, Value>(compute: (key: Key) => Value): (key: Key) => Value {
  const known = new Map<Key, Value>();
  return (key) => {
    const found = known.get(key);
    if (found !== undefined || known.has(key)) return found as Value; // it was set
    const value = compute(key);
    known.set(key, value);
    return value;
  };
}
