import type { Reading, ReadingStep } from '../../domain/reading.ts';
import { isRecord } from '../../util/is-record.ts';
import { isNestedDeeper } from '../../util/json-shape.ts';

type JsonObject = Readonly<Record<string, unknown>>;

/** Maximum nesting depth, larger than any requested answer needs. Without it, deeply nested JSON could exhaust memory. */
const maxDepth = 1000;

/** Parses a trimmed text that is a single JSON object. */
function parseObject(text: string): JsonObject | null {
  if (!text.startsWith('{') || !text.endsWith('}')) return null; // far cheaper than an exception
  if (isNestedDeeper(text, maxDepth)) return null;
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : null;
  } catch {
    return null; // not JSON: the next step decides
  }
}

const fence = '```';

/** Returns the last code fence that holds a JSON object, in time linear in the text's length. */
function lastFenced(text: string): JsonObject | null {
  const afterFence = /[\w-]*[^\S\n]*\n?/y; // always matches, possibly the empty string, and never backtracks
  let found: JsonObject | null = null;
  for (let open = text.indexOf(fence); open !== -1; ) {
    const close = text.indexOf(fence, open + fence.length);
    if (close === -1) return found;
    afterFence.lastIndex = open + fence.length;
    afterFence.test(text);
    found = parseObject(text.slice(afterFence.lastIndex, close).trim()) ?? found;
    open = text.indexOf(fence, close + fence.length);
  }
  return found;
}

/** Maximum number of braces to try, so that a text of a million braces is not parsed a million times. */
const triedBraces = 64;
/** Maximum characters to parse, as a multiple of the text's length; texts with long braces get fewer tries. */
const parsedEach = 16;
const parsedBeside = 1_000_000;

/** Returns the last `{...}` that is JSON and not inside another such object; tries only the last braces. */
function lastObject(text: string): JsonObject | null {
  let left = parsedEach * text.length + parsedBeside;
  let end = text.lastIndexOf('}');
  for (let tried = 0; end >= 0 && tried < triedBraces; ) {
    let widest: JsonObject | null = null;
    let start = text.lastIndexOf('{', end);
    if (start === -1) return null; // no opening brace before any earlier end either
    for (; start >= 0 && tried < triedBraces && left > 0; start = start === 0 ? -1 : text.lastIndexOf('{', start - 1)) {
      tried += 1;
      left -= end - start;
      widest = parseObject(text.slice(start, end + 1)) ?? widest;
    }
    if (widest !== null || left <= 0) return widest;
    end = end === 0 ? -1 : text.lastIndexOf('}', end - 1);
  }
  return null;
}

/**
 * Finds the JSON object of a text: the whole text, else the last code fence, else the last object in the text. Never
 * guesses.
 */
export function findJsonObject(text: string): { readonly object: JsonObject; readonly step: ReadingStep } | null {
  const whole = parseObject(text.trim());
  if (whole !== null) return { object: whole, step: 'strict' };
  const fenced = lastFenced(text);
  if (fenced !== null) return { object: fenced, step: 'fenced' };
  const last = lastObject(text);
  return last === null ? null : { object: last, step: 'last-object' };
}

/** Characters at the beginning of a text that are searched for a refusal. */
const openingCharacters = 2000;

/** Matches the opening of a refusal to answer in the requested form; used only where the text has no JSON. */
const declining =
  /^\W*(i['’]?m sorry|sorry|i apologi[sz]e|i (can['’]?t|cannot|can not|won['’]?t|will not|am unable|am not able|['’]?m (unable|not able))|as an ai\b|unfortunately,? i)/i;

/**
 * Reads the JSON object in a text with `interpret`, which returns a value or a description of how the object is
 * malformed.
 */
export function readJsonObject<T>(
  text: string,
  interpret: (object: JsonObject) => { readonly value: T } | { readonly wrong: string },
): Reading<T> {
  if (text.trim() === '') return { kind: 'unparsed', reason: 'empty answer' };
  const found = findJsonObject(text);
  if (found === null) {
    return declining.test(text.slice(0, openingCharacters))
      ? { kind: 'declined', detail: text.trim().slice(0, 120) }
      : { kind: 'unparsed', reason: 'no JSON object' };
  }
  const interpreted = interpret(found.object);
  return 'value' in interpreted
    ? { kind: 'parsed', value: interpreted.value, step: found.step }
    : { kind: 'unparsed', reason: interpreted.wrong };
}
