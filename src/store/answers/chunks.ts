/** Yields consecutive parts of a list, each `size` long except the last. */
export function* chunksOf<Value>(values: readonly Value[], size: number): Generator<readonly Value[]> {
  for (let start = 0; start < values.length; start += size) yield values.slice(start, start + size);
}
