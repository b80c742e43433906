import type { Reading, ReadingStep } from '../domain/reading.ts';
import { isRecord } from '../util/is-record.ts';
import { jsonShape } from '../util/json-shape.ts';

type JsonObject = Readonly<Record<string, unknown>>;

/** Deeper than any answer that was asked for; JSON that is nested without end would take memory without end. */
const maxDepth = 1000;

/** The object that a text without space around it is. */
function parseObject(text: string): JsonObject | null {
  if (!text.startsWith('{') || !text.endsWith('}')) return null; // far cheaper than an exception
  if (text.length > maxDepth && jsonShape(text).depth > maxDepth) return null;
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : null;
  } catch {
    return null; // not JSON: the next rung of the ladder decides
  }
}

const fence = '```';

/** The last code fence that holds a JSON object, in time that is linear in the text's length. */
function lastFenced(text: string): JsonObject | null {
  const afterFence = /[\w-]*[^\S\n]*\n?/y; // matches anywhere, if only nothing: it never backtracks
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

/** Braces tried at most: a text of a million braces must not take a million parses. */
const triedBraces = 64;
/** Characters parsed at most, for each of the text's and in addition: long braces are then tried less often. */
const parsedEach = 16;
const parsedBeside = 1_000_000;

/** The last `{...}` that is JSON and not itself inside another such object; looks at the last braces only. */
function lastObject(text: string): JsonObject | null {
  let left = parsedEach * text.length + parsedBeside;
  let end = text.lastIndexOf('}');
  for (let tried = 0; end >= 0 && tried < triedBraces; ) {
    let widest: JsonObject | null = null;
    let start = text.lastIndexOf('{', end);
    if (start === -1) return null; // nor before any earlier end
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

/** The ladder: the whole text, then the last code fence, then the last object in the text. Never a guess. */
export function findJsonObject(text: string): { readonly object: JsonObject; readonly step: ReadingStep } | null {
  const whole = parseObject(text.trim());
  if (whole !== null) return { object: whole, step: 'strict' };
  const fenced = lastFenced(text);
  if (fenced !== null) return { object: fenced, step: 'fenced' };
  const last = lastObject(text);
  return last === null ? null : { object: last, step: 'last-object' };
}

/** Characters at the beginning of a text in which a refusal is looked for. */
const openingCharacters = 2000;

/** Opens of a refusal to answer in the asked form; only looked at where there is no JSON at all. */
const declining =
  /^\W*(i['’]?m sorry|sorry|i apologi[sz]e|i (can['’]?t|cannot|can not|won['’]?t|will not|am unable|am not able|['’]?m (unable|not able))|as an ai\b|unfortunately,? i)/i;

/** What `interpret` makes of the JSON object in a text: a value, or in words why it is not of the asked form. */
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
