import { RE2JS } from 're2js';
import { AppError } from '../util/app-error.ts';
import { isRecord } from '../util/is-record.ts';
import { writtenNumber } from './written-number.ts';

/** A JSON object of a log, whose fields are checked where they are used. */
export type JsonObject = Readonly<Record<string, unknown>>;

/**
 * Returns the value at a path of keys, `scores.choice.value`, or of places in a list, `metrics.0.score`; undefined where a key is
 * missing. A key that has points in it, such as the name of a file, is found too. Inherited keys do not exist.
 */
export function valueAt(value: unknown, path: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined; // most absent fields of a row are looked up in nothing
  if (isRecord(value) && Object.hasOwn(value, path)) return value[path];
  if (Array.isArray(value) && /^\d+$/.test(path)) return value[Number(path)];
  for (let end = path.lastIndexOf('.'); end > 0; end = path.lastIndexOf('.', end - 1)) {
    const [key, rest] = [path.slice(0, end), path.slice(end + 1)];
    const inner = isRecord(value)
      ? Object.hasOwn(value, key)
        ? value[key]
        : undefined
      : Array.isArray(value) && /^\d+$/.test(key)
        ? value[Number(key)]
        : undefined;
    const found = inner === undefined ? undefined : valueAt(inner, rest);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Returns a text unchanged and any other value as JSON; '' for an absent value. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  return value === undefined || value === null ? '' : JSON.stringify(value);
}

/** Returns an answer as a text, '' where it is there and empty; null for an absent value. */
export function answerText(value: unknown): string | null {
  return value === undefined || value === null ? null : textOf(value);
}

/** Returns a finite number, or a text that is one; null for anything else. */
export function numberOf(value: unknown): number | null {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : null;
}

/** Returns dollars, at least 0, that are a number or written as money: `$0.0010`, `1,200.50 USD`, `0,001`, `0.1 ¢`; null for anything else. */
export function dollarsOf(value: unknown): number | null {
  return atLeastZero(typeof value === 'string' ? dollarsIn(value.trim()) : numberOf(value));
}

function dollarsIn(text: string): number | null {
  const [, cents] = /^(.*?)\s*(?:¢|cents?)$/i.exec(text) ?? [];
  if (cents !== undefined) return (dollarsIn(cents) ?? Number.NaN) / 100;
  const amount = text.replace(/^(?:US)?\$\s*|^USD\s*|\s*(?:\$|USD)$/gi, '');
  if (/^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(amount) && !amount.startsWith('0'))
    return numberOf(amount.replaceAll(',', ''));
  const written = writtenNumber(amount);
  return written?.most === null ? written.value : null;
}

/** Seconds of each unit of time. */
const secondsOfUnit: ReadonlyMap<string, number> = new Map([
  ...['s', 'sec', 'secs', 'second', 'seconds', ''].map((unit) => [unit, 1] as const),
  ...['ms', 'millisecond', 'milliseconds'].map((unit) => [unit, 0.001] as const),
  ...['min', 'minute', 'minutes'].map((unit) => [unit, 60] as const),
]);

/** Returns seconds, at least 0, that are a number or written with their unit: `1.2 s`, `350ms`; null for anything else. */
export function writtenSeconds(value: unknown): number | null {
  if (typeof value !== 'string') return atLeastZero(numberOf(value));
  const [, number = '', unit = ''] = /^(.*?\d)\s*([a-z]*)$/i.exec(value.trim()) ?? [];
  const factor = secondsOfUnit.get(unit.toLowerCase());
  const written = writtenNumber(number);
  return factor === undefined || written?.most !== null ? null : atLeastZero(written.value * factor);
}

function atLeastZero(number: number | null): number | null {
  return number !== null && number >= 0 ? number : null;
}

/** Returns a number of milliseconds in seconds; null for anything else. */
export function secondsOf(milliseconds: unknown): number | null {
  const number = numberOf(milliseconds);
  return number === null ? null : number / 1000;
}

/** Returns the objects of a list; none where it is no list. */
export function objectsOf(value: unknown): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

/** Returns the fields of an object; none where it is no object. */
export function fieldsOf(value: unknown): readonly (readonly [string, unknown])[] {
  return isRecord(value) ? Object.entries(value) : [];
}

/** Returns the sum of a field over objects, an absent one being 0; null without objects. */
export function sumOf(objects: readonly unknown[], field: string): number | null {
  return objects.length === 0
    ? null
    : objects.reduce<number>((sum, each) => sum + (numberOf(valueAt(each, field)) ?? 0), 0);
}

/**
 * Returns a function that finds the first group of a regular expression in a text, or the whole match, in time proportional
 * to the text. AppError for a malformed expression.
 */
export function patternOf(source: string): (text: string) => string | null {
  try {
    const pattern = RE2JS.compile(source);
    return (text) => {
      const matcher = pattern.matcher(text);
      return matcher.find() ? (matcher.group(Math.min(1, matcher.groupCount())) ?? null) : null;
    };
  } catch (cause) {
    const hint = 'for example "CONFIDENCE: ([0-9.]+)"';
    throw new AppError('bad-pattern', `--confidence ${source} is not a regular expression`, { hint, cause });
  }
}

/** Returns the texts inside a value, in order. */
export function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
