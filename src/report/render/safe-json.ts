import { unicodeEscape } from '../../util/escape-controls.ts';

/** Characters that JSON allows but that control terminals, editors or script parsers. */
const steering = /[\u007f-\u009f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]/g;
const steers = new RegExp(steering.source);

/** Returns one-line JSON with only visible characters: the same data, escaped where it could control the display. */
export function safeJson(value: unknown): string {
  return visible(JSON.stringify(value));
}

/** Escapes invisible characters in a text that is already JSON. */
export function visible(text: string): string {
  return steers.test(text) ? text.replace(steering, unicodeEscape) : text;
}

/** Returns JSON like `safeJson`, but writes NaN and infinities as bare words, as in Inspect's logs. */
export function jsonWithNaN(value: unknown): string {
  if (typeof value === 'number') return String(value);
  if (Array.isArray(value)) return `[${value.map((entry) => jsonWithNaN(entry ?? null)).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    const fields = Object.entries(value).filter(([, field]) => field !== undefined);
    return `{${fields.map(([key, field]) => `${safeJson(key)}:${jsonWithNaN(field)}`).join(',')}}`;
  }
  return safeJson(value ?? null);
}
