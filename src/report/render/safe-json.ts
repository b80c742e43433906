/** Characters that JSON lets through and that steer terminals, editors or script parsers. */
const steering = /[\u007f-\u009f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]/g;
const steers = new RegExp(steering.source);

/** JSON in one line whose characters are all visible: the same data, escaped where it would steer what shows it. */
export function safeJson(value: unknown): string {
  return visible(JSON.stringify(value));
}

/** The same for what is JSON already. */
export function visible(text: string): string {
  return steers.test(text) ? text.replace(steering, escaped) : text;
}

/** As `safeJson`, but NaN and infinities are written as bare words, as Inspect's logs have them. */
export function jsonWithNaN(value: unknown): string {
  if (typeof value === 'number') return String(value);
  if (Array.isArray(value)) return `[${value.map((entry) => jsonWithNaN(entry ?? null)).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    const fields = Object.entries(value).filter(([, field]) => field !== undefined);
    return `{${fields.map(([key, field]) => `${safeJson(key)}:${jsonWithNaN(field)}`).join(',')}}`;
  }
  return safeJson(value ?? null);
}

/** JSON that can stand inside a script element of an HTML page: no tag or comment can begin in it. */
export function scriptJson(value: unknown): string {
  return safeJson(value).replaceAll('<', '\\u003c').replaceAll('>', '\\u003e').replaceAll('&', '\\u0026');
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
