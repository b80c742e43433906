/** A value of JSON, or of a notation like it. */
type LenientValue =
  | string
  | number
  | boolean
  | null
  | readonly LenientValue[]
  | { readonly [key: string]: LenientValue };

/** Maximum nesting depth, larger than any requested answer needs. */
const maxDepth = 100;

const closers: Readonly<Record<string, string>> = { '"': '"', "'": "'", '“': '”', '‘': '’', '”': '”' };
const words: Readonly<Record<string, boolean | null>> = { true: true, false: false, null: null, none: null };
const number = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;
const bareValue = /[^,}\]\n"'{[“”]+/y;
const bareKey = /[\p{L}\p{N}_][\p{L}\p{N}_ -]{0,60}(?=\s*:)/uy;
const escaped: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f' };

/** Thrown inside the parser only, where a text is not JSON in any of the notations; one object, because its stack is never read. */
const notJson = new Error('not JSON');

/**
 * Parses the value that begins at a position: JSON, a Python literal (`True`, single quotes), or JSON with bare words, missing
 * quotation marks or a trailing comma. Returns the value and the position behind it; null where the text is no such value.
 */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: one parser, whose parts share a position
export function parseLenient(
  text: string,
  start: number,
): { readonly value: LenientValue; readonly end: number } | { readonly failedAt: number } {
  let at = start;

  const skip = () => {
    while (at < text.length && text.charAt(at).trim() === '') at += 1;
  };
  const fail = (): never => {
    throw notJson;
  };

  const quoted = (): string => {
    const close = closers[text.charAt(at)];
    let value = '';
    for (at += 1; at < text.length; at += 1) {
      const character = text.charAt(at);
      if (character === close) {
        at += 1;
        return value;
      }
      if (character !== '\\') value += character;
      else {
        at += 1;
        const next = text.charAt(at);
        const code = next === 'u' ? /^[0-9a-f]{4}/i.exec(text.slice(at + 1, at + 5))?.[0] : undefined;
        value += code === undefined ? (escaped[next] ?? next) : String.fromCharCode(Number.parseInt(code, 16));
        if (code !== undefined) at += 4;
      }
    }
    return fail();
  };

  const bare = (): LenientValue => {
    bareValue.lastIndex = at;
    const found = bareValue.exec(text)?.[0];
    if (found === undefined || found.trim() === '') return fail();
    at += found.length;
    const word = found.trim();
    const known = words[word.toLowerCase()];
    if (known !== undefined) return known;
    return number.test(word) ? Number(word) : word;
  };

  const key = (): string => {
    if (closers[text.charAt(at)] !== undefined) return quoted();
    bareKey.lastIndex = at;
    const found = bareKey.exec(text)?.[0] ?? fail();
    at += found.length;
    return found.trim();
  };

  /** Reads members up to a closing bracket, with commas between them. */
  const members = (close: string, member: () => void) => {
    at += 1;
    for (skip(); text.charAt(at) !== close; skip()) {
      if (at >= text.length) fail();
      member();
      skip();
      if (text.charAt(at) === ',') at += 1;
      else if (text.charAt(at) !== close) fail();
    }
    at += 1;
  };

  const value = (depth: number): LenientValue => {
    if (depth > maxDepth) fail();
    skip();
    const character = text.charAt(at);
    if (character === '{') {
      const entries: [string, LenientValue][] = [];
      members('}', () => {
        const name = key();
        skip();
        if (text.charAt(at) !== ':') fail();
        at += 1;
        entries.push([name, value(depth + 1)]);
      });
      return Object.fromEntries(entries);
    }
    if (character === '[') {
      const list: LenientValue[] = [];
      members(']', () => list.push(value(depth + 1)));
      return list;
    }
    return closers[character] === undefined ? bare() : quoted();
  };

  try {
    return { value: value(0), end: at };
  } catch (error) {
    if (error === notJson) return { failedAt: at };
    throw error;
  }
}
