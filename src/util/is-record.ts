/** Returns whether a value is an object with string keys: not an array and not null. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Returns the value that an object itself has under a name from outside; undefined if it has none. A plain look-up would
 * find `constructor`, `toString` and `__proto__` in every object.
 */
export function ownValue<Value>(values: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(values, name) ? values[name] : undefined;
}
