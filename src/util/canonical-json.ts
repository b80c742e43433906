import { hash } from 'node:crypto';

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/**
 * Returns JSON with sorted keys and without `undefined`, so that equal values give equal text. Throws on numbers that
 * are not finite.
 */
export function canonicalJson(value: unknown): string {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new TypeError(`canonical JSON has no ${value}`);
    return JSON.stringify(value);
  }
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value === 'object') return canonicalObject(value as Readonly<Record<string, unknown>>); // the remaining case
  throw new TypeError(`canonical JSON has no ${typeof value}`);
}

function canonicalObject(value: Readonly<Record<string, unknown>>): string {
  let text = '';
  for (const key of Object.keys(value).sort()) {
    const field = value[key];
    if (field !== undefined) text += `${text === '' ? '{' : ','}${JSON.stringify(key)}:${canonicalJson(field)}`;
  }
  return text === '' ? '{}' : `${text}}`;
}

/** Returns the hex sha256 of a text (as UTF-8) or of bytes. */
export function sha256(content: string | Uint8Array): string {
  return hash('sha256', content);
}

const shortHash = Buffer.alloc(32);

/** Returns the first 128 bits of the sha256 of a text (as UTF-8), in hex. A slice of the whole hash would keep it in memory. */
export function shortSha256(text: string): string {
  shortHash.write(sha256(text), 'latin1');
  return shortHash.toString('latin1');
}

/** Returns the value of a JSON text; undefined where the text is not JSON. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A string, or a bare word for a number that JSON does not have. */
const stringOrBareNumber = /"(?:[^"\\]+|\\.)*"|-?\b(?:NaN|Infinity)\b/gs;

/**
 * Parses JSON in which numbers may be the bare words NaN and Infinity, as Python writes them: they become null, or, with
 * `infinity: 'text'`, an infinite number becomes a text.
 */
export function parseLooseJson(text: string, { infinity }: { readonly infinity?: 'text' } = {}): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (!/NaN|Infinity/.test(text)) throw error;
    const written = (found: string) => (infinity === 'text' && found !== 'NaN' ? `"${found}"` : 'null');
    return JSON.parse(text.replace(stringOrBareNumber, (found) => (found.startsWith('"') ? found : written(found))));
  }
}

/** A value of a JSON text, and whether it is nested more deeply than asked. */
interface ExactJson {
  readonly value: unknown;
  readonly isTooDeep: boolean;
}

/** Parses JSON as `parseLooseJson` does with infinite numbers as texts; a whole number that is not exact becomes a text of its digits. */
export function parseExactJson(text: string, maxDepth: number): ExactJson {
  const value = parseLooseJson(text, { infinity: 'text' });
  const seen = { isInexact: false, isTooDeep: false };
  look(value, maxDepth, seen);
  const { isInexact, isTooDeep } = seen;
  if (!isInexact || isTooDeep) return { value, isTooDeep };
  try {
    const exact: unknown = JSON.parse(text, (_: string, each: unknown, context?: { readonly source?: string }) =>
      typeof each === 'number' && !Number.isSafeInteger(each) && /^-?\d+$/.test(context?.source ?? '')
        ? context?.source
        : each,
    );
    return { value: exact, isTooDeep };
  } catch {
    return { value, isTooDeep }; // it has bare words, of which `JSON.parse` tells no source
  }
}

/** Notes whether a value has a number so large that it may not be the one that was written, and whether it has more levels than given. */
function look(value: unknown, levels: number, seen: { isInexact: boolean; isTooDeep: boolean }): void {
  if (typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER) seen.isInexact = true;
  if (typeof value !== 'object' || value === null) return;
  if (levels === 0) seen.isTooDeep = true;
  else if (Array.isArray(value)) for (const inner of value) look(inner, levels - 1, seen);
  else for (const key in value) look((value as Readonly<Record<string, unknown>>)[key], levels - 1, seen); // the remaining case
}

/** Number of values of `fastHash`: the sum of two is exact. */
export const fastHashes = 2 ** 52;

/**
 * Returns a whole number below 2^52, equal for equal texts and hardly ever for others, unless they were made to collide: two
 * multiplicative hashes of the characters (FNV-1a, and one with another factor and a shift), mixed as MurmurHash3 ends. Several times
 * faster than a cryptographic hash, whose call takes longer than hashing an answer.
 */
export function fastHash(text: string): number {
  let [one, other] = [0x811c9dc5, 0x9e3779b9];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    one = Math.imul(one ^ code, 0x01000193);
    other = Math.imul(other ^ code, 0x85ebca6b);
    other ^= other >>> 15;
  }
  return (mixed(one ^ text.length) >>> 12) * 2 ** 32 + (mixed(other) >>> 0);
}

/** Returns 32 bits of which each depends on all bits of the given ones. */
function mixed(bits: number): number {
  let value = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return value ^ (value >>> 16);
}
