/** Returns a function that computes its value at the first call and returns that value at every call. */
export function once<Value>(compute: () => Value): () => Value {
  let computed: { readonly value: Value } | null = null;
  return () => {
    computed ??= { value: compute() };
    return computed.value;
  };
}

/** Longest text whose result is kept, and longest short one. */
const [maxLength, maxShort] = [20_000, 64];

/**
 * Returns a function of a text that keeps its latest results, because the same answers are read by several analyses, and the same words
 * stand in many rows.
 */
export function remembered<Value>(compute: (text: string) => Value): (text: string) => Value {
  const [short, long] = [rememberedShort(compute), rememberedLong(compute)];
  return (text) => {
    if (text.length > maxLength) return compute(text);
    return text.length > maxShort ? long(text) : short(text);
  };
}

/** Least number of results of short texts that are kept. */
const minResults = 1_024;

function rememberedShort<Value>(compute: (text: string) => Value): (text: string) => Value {
  let latest = new Map<string, { readonly value: Value }>();
  let before = latest; // a map from which the oldest result is deleted each time becomes slow: it keeps the gaps for a while
  return (text) => {
    const known = latest.get(text) ?? before.get(text);
    if (known !== undefined) return known.value;
    const value = compute(text);
    if (latest.size >= minResults) [latest, before] = [new Map(), latest];
    latest.set(text, { value });
    return value;
  };
}

/** Places for results of long texts: an answer is read several times before many others are. A map would hash all characters of each. */
const places = 256;
/** Characters of a long text that decide its place, about. */
const sampled = 256;

function rememberedLong<Value>(compute: (text: string) => Value): (text: string) => Value {
  const kept: ({ readonly text: string; readonly value: Value } | undefined)[] = Array.from({ length: places });
  return (text) => {
    const place = placeOf(text);
    const known = kept[place];
    if (known !== undefined && known.text === text) return known.value;
    const value = compute(text);
    kept[place] = { text, value };
    return value;
  };
}

/** Returns the place of a text by its length and some of its characters (FNV-1a). */
function placeOf(text: string): number {
  const step = Math.max(1, Math.floor(text.length / sampled));
  let hash = 0x811c9dc5 ^ text.length;
  for (let at = 0; at < text.length; at += step) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return ((hash ^ (hash >>> 16)) >>> 0) % places;
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
