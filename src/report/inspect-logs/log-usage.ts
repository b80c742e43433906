import type { Fields, LogUsage } from './json-types.ts';

export const noUsage: LogUsage = { byModel: {}, byRole: {} };

/** Returns the tokens of model events; a prediction, which is in every epoch, counts in the first. */
export function usageOfEvents(events: readonly Fields[], epoch: number): LogUsage {
  return events
    .filter(({ role }) => epoch === 1 || role !== 'predictor')
    .map(({ model, role, output }) => usage(String(model), String(role), (output as Fields).usage))
    .reduce(sumOfUsage, noUsage);
}

function usage(model: string, role: string, counts: unknown): LogUsage {
  if (counts === undefined) return noUsage;
  return { byModel: { [model]: counts as Fields }, byRole: { [role]: counts as Fields } };
}

/** Returns the sum of two usages. */
export function sumOfUsage(a: LogUsage, b: LogUsage): LogUsage {
  return { byModel: sums(a.byModel, b.byModel), byRole: sums(a.byRole, b.byRole) };
}

function sums(a: LogUsage['byModel'], b: LogUsage['byModel']): LogUsage['byModel'] {
  return mergedBy(a, b, (left, right) => mergedBy(left, right, (x, y) => Number(x) + Number(y)));
}

function mergedBy<Value>(
  a: Readonly<Record<string, Value>>,
  b: Readonly<Record<string, Value>>,
  merge: (a: Value, b: Value) => Value,
): Readonly<Record<string, Value>> {
  const merged = new Map(Object.entries(a));
  for (const [name, value] of Object.entries(b)) {
    const known = merged.get(name);
    merged.set(name, known === undefined ? value : merge(known, value));
  }
  return Object.fromEntries(merged);
}
