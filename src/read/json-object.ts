import { isRecord } from '../util/is-record.ts';
import type { Reading, ReadingStep } from './reading.ts';

type JsonObject = Readonly<Record<string, unknown>>;

/** The object that a text without space around it is. */
function parseObject(text: string): JsonObject | null {
  if (!text.startsWith('{') || !text.endsWith('}')) return null; // far cheaper than an exception
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : null;
  } catch {
    return null; // not JSON: the next rung of the ladder decides
  }
}

function lastFenced(text: string): JsonObject | null {
  let found: JsonObject | null = null;
  for (const [, body] of text.matchAll(/```[\w-]*[^\S\n]*\n?([\s\S]*?)```/g))
    found = parseObject((body ?? '').trim()) ?? found;
  return found;
}

/** Braces tried at most: a text of a million braces must not take a million parses. */
const triedBraces = 64;

/** The last `{...}` that is JSON and not itself inside another such object; looks at the last braces only. */
function lastObject(text: string): JsonObject | null {
  let end = text.lastIndexOf('}');
  for (let tried = 0; end >= 0 && tried < triedBraces; ) {
    let widest: JsonObject | null = null;
    let start = text.lastIndexOf('{', end);
    for (; start >= 0 && tried < triedBraces; start = start === 0 ? -1 : text.lastIndexOf('{', start - 1)) {
      tried += 1;
      widest = parseObject(text.slice(start, end + 1)) ?? widest;
    }
    if (widest !== null) return widest;
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
    return declining.test(text)
      ? { kind: 'declined', detail: text.trim().slice(0, 120) }
      : { kind: 'unparsed', reason: 'no JSON object' };
  }
  const interpreted = interpret(found.object);
  return 'value' in interpreted
    ? { kind: 'parsed', value: interpreted.value, step: found.step }
    : { kind: 'unparsed', reason: interpreted.wrong };
}
