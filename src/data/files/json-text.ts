/** A string, or a value that Python writes for a number that is not finite. */
const stringOrNotFinite = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\bInfinity\b|\bNaN\b/g;

/** A string that is the name of a field, or any other string. */
const stringMaybeName = /"[^"\\]*(?:\\.[^"\\]*)*"(\s*:)?/g;

/** An integer of more digits than a number holds. */
const longInteger = /^-?\d{16,}$/;

/** A number beyond all finite ones, which stands for those that JSON has no form for. */
const notFinite = '1e999';

/**
 * Returns the value of a JSON text without changing it: integers that a number cannot hold stay the text of their digits,
 * and a field that occurs twice in one object is an error, not the last one. `NaN` and `Infinity`, which Python writes,
 * become a number that is not finite. SyntaxError for a text that is not JSON.
 */
export function readJson(text: string): unknown {
  const json = /NaN|Infinity/.test(text)
    ? text.replace(stringOrNotFinite, (found) => (found.startsWith('"') ? found : notFinite))
    : text;
  const value: unknown = /\d{16}/.test(json) ? JSON.parse(json, withLongIntegers) : JSON.parse(json);
  if (namesIn(json) !== fieldsIn(value)) throw new SyntaxError(`the field ${repeatedField(json)} occurs twice`);
  return value;
}

/** Returns the value of a JSON text as `readJson` does; undefined where it is not JSON. */
export function readJsonOrNothing(text: string): unknown {
  try {
    return readJson(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Returns why a text is not JSON, with the cause where its form tells it. */
export function jsonFault(text: string, error: unknown): string {
  const reason = error instanceof Error ? error.message : 'unreadable';
  if (/^the field .* occurs twice$/.test(reason)) return reason;
  return `not JSON${likelyCause(text, reason)} (${reason})`;
}

/** Returns the 1-based line where a text stops being JSON, as far as the parser's error or the text tells it; else 1. */
export function jsonFaultLine(text: string, error: Error): number {
  const stated = /line (\d+)/.exec(error.message)?.[1];
  if (stated !== undefined) return Number(stated);
  const comma = /,\s*[}\]]/.exec(text);
  const end = /end of JSON|Unterminated/.test(error.message) ? text.trimEnd().length : 0;
  return text.slice(0, comma === null ? end : comma.index + comma[0].length).split('\n').length;
}

function likelyCause(text: string, reason: string): string {
  const short = text.trim();
  if (/^[[{]\s*(\[\s*)?(\{\s*)?'/.test(short)) return ', but the text of a Python object: write it with json.dumps';
  if (/^\{$|^\[$/.test(short)) return ': an object in JSON lines takes one line';
  if (/^\{.*\},$/s.test(short)) return ': there is a comma after the object, which JSON lines do not have';
  if (/,\s*[}\]]/.test(short)) return ': there may be a comma too many before a closing bracket';
  if (/after JSON/.test(reason))
    return ': more text follows its end, such as a second value; JSON lines have one in each line';
  if (/^[[{]/.test(short) && !/[\]}]\s*$/.test(short)) return ': it ends too early';
  return '';
}

/** Keeps the digits of an integer that a number would round. The text of a value is the third argument of a reviver. */
function withLongIntegers(this: unknown, _: string, value: unknown, context?: { readonly source?: string }): unknown {
  if (typeof value !== 'number' || Number.isSafeInteger(value)) return value;
  const source = context?.source ?? '';
  return longInteger.test(source) && source !== String(value) ? source : value;
}

function namesIn(json: string): number {
  let count = 0;
  for (const [, colon] of json.matchAll(stringMaybeName)) if (colon !== undefined) count += 1;
  return count;
}

function fieldsIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const inner: readonly unknown[] = Object.values(value);
  return (Array.isArray(value) ? 0 : inner.length) + inner.reduce<number>((sum, each) => sum + fieldsIn(each), 0);
}

/** Returns the first field of one object that occurs twice, in quotes. */
function repeatedField(json: string): string {
  const open: Set<string>[] = [];
  for (const [token, colon] of json.matchAll(/"[^"\\]*(?:\\.[^"\\]*)*"(\s*:)?|[{}]/g)) {
    if (token === '{') open.push(new Set());
    else if (token === '}') open.pop();
    else if (colon !== undefined) {
      const name = JSON.stringify(JSON.parse(token.slice(0, -colon.length)));
      if (open.at(-1)?.has(name) === true) return name;
      open.at(-1)?.add(name);
    }
  }
  return 'of an object';
}
