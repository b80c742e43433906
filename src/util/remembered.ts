/** Returns a function that computes its value at the first call and returns that value at every call. */
export function once<Value>(compute: () => Value): () => Value {
  let computed: { readonly value: Value } | null = null;
  return () => {
    computed ??= { value: compute() };
    return computed.value;
  };
}

/** Longest text whose result is kept: a longer one is hardly read again, and comparing it takes as long as its reading. */
const maxLength = 20_000;
/** Places for results: an answer is read several times before many others are. */
const places = 256;
/** Characters of a text that decide its place. */
const sampled = 8;

/** Returns a function of a text that keeps latest results, one for each place, because the same answers are read by several analyses. */
export function remembered<Value>(compute: (text: string) => Value): (text: string) => Value {
  const kept: ({ readonly text: string; readonly value: Value } | undefined)[] = Array.from({ length: places });
  return (text) => {
    if (text.length > maxLength) return compute(text);
    const place = placeOf(text);
    const known = kept[place];
    if (known !== undefined && known.text === text) return known.value;
    const value = compute(text);
    kept[place] = { text, value };
    return value;
  };
}

/** Returns the place of a text by its length and a few of its characters: a map would hash all characters of each new answer. */
function placeOf(text: string): number {
  let hash = text.length;
  for (let part = 0; part < sampled; part += 1)
    hash = Math.imul(hash, 31) + text.charCodeAt(Math.floor((part * (text.length - 1)) / (sampled - 1)));
  return (hash >>> 0) % places;
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
