import { isRecord } from '../util/is-record.ts';
import type { JsonObject } from './values.ts';

/**
 * Returns the rows that a JSON object without a list of rows may hold, as pandas writes tables: columns as lists or by the number of the
 * row, `columns` beside `data`, and rows by their id, which becomes their column `id`. None for any other object.
 */
export function framesIn(value: JsonObject): readonly (readonly JsonObject[])[] {
  const { columns, data } = value;
  if (isTexts(columns) && Array.isArray(data) && data.every(Array.isArray))
    return [data.map((cells: readonly unknown[]) => rowOf(columns, (_, at) => cells[at]))];
  const [names, cells] = [Object.keys(value), Object.values(value)];
  const [first] = cells;
  if (Array.isArray(first) && cells.every((each) => Array.isArray(each) && each.length === first.length))
    return [first.map((_, at) => rowOf(names, (name) => (value[name] as readonly unknown[])[at]))]; // every value is a list
  if (!isRecord(first) || !cells.every(isRecord)) return [];
  const keys = Object.keys(first);
  const haveSameKeys = cells.every(
    (each) => Object.keys(each).length === keys.length && keys.every((key) => Object.hasOwn(each, key)),
  );
  const byId = Object.entries(value).map(([id, row]) => ({ id, ...(row as JsonObject) })); // every value is an object
  if (!haveSameKeys) return [byId];
  return [byId, keys.map((key) => rowOf(names, (name) => (value[name] as JsonObject)[key]))];
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((each) => typeof each === 'string');
}

function rowOf(names: readonly string[], cellOf: (name: string, at: number) => unknown): JsonObject {
  return Object.fromEntries(names.map((name, at) => [name, cellOf(name, at)]));
}
