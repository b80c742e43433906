import { z } from 'zod';
import type { Reading, ReadingStep } from '../../domain/reading.ts';
import { parsedJson } from '../../util/canonical-json.ts';
import { checkArguments } from '../../util/check-arguments.ts';
import { isRecord } from '../../util/is-record.ts';
import { isNestedDeeper } from '../../util/json-shape.ts';
import { remembered } from '../../util/remembered.ts';
import { parseLenient } from './lenient-json.ts';
import { isQuotation, isShownToo, maxStatements, nextQuestion, ownVoice, type Place } from './own-voice.ts';

type JsonObject = Readonly<Record<string, unknown>>;

/** An object that a text holds, where it is, and the step that reads it. */
interface FoundObject extends Place {
  readonly object: JsonObject;
  readonly step: ReadingStep;
}

/** Maximum nesting depth, larger than any requested answer needs. Without it, deeply nested JSON could exhaust memory. */
const maxDepth = 100;

/** Parses a trimmed text that is a single JSON object. */
function parseObject(text: string): JsonObject | null {
  if (!text.startsWith('{') || !text.endsWith('}')) return null; // far cheaper than an exception
  if (isNestedDeeper(text, maxDepth)) return null;
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : null;
  } catch {
    return null; // not JSON: the lenient parser decides
  }
}

/** Maximum characters that are parsed in vain: those of the text, up to a limit, and some more. */
const maxParsed = 1_000_000;
const parsedBeside = 200_000;
/** Characters that each try counts for at least. */
const minParsed = 32;
/** Maximum number of the last braces to try where the text has too many that begin no object. */
const lastBraces = 64;

/** Returns the objects of a text that are not inside another one, in order, in bounded time. */
function objectsIn(text: string): readonly FoundObject[] {
  const found: FoundObject[] = [];
  let left = Math.min(text.length, maxParsed) + parsedBeside;
  let isLate = false;
  for (let start = text.indexOf('{'); start !== -1; ) {
    const parsed = parseLenient(text, start);
    const end = 'end' in parsed ? parsed.end : parsed.failedAt;
    if ('end' in parsed && isRecord(parsed.value)) {
      const strict = parseObject(text.slice(start, end));
      found.push({ start, end, object: strict ?? parsed.value, step: stepOf(text, { start, end }, strict !== null) });
      start = text.indexOf('{', end);
      continue;
    }
    left -= end - start + minParsed;
    if (left > 0) start = text.indexOf('{', start + 1);
    else if (isLate) break;
    else {
      isLate = true;
      left = Math.min(text.length, maxParsed) + parsedBeside;
      start = Math.max(text.indexOf('{', start + 1), lateBrace(text));
    }
  }
  return found;
}

/** Returns the position of the first of the last braces. */
function lateBrace(text: string): number {
  let at = text.length;
  for (let count = 0; count < lastBraces && at > 0; count += 1) {
    const before = text.lastIndexOf('{', at - 1);
    if (before === -1) break;
    at = before;
  }
  return at;
}

function stepOf(text: string, { start, end }: Place, isStrict: boolean): ReadingStep {
  if (!isStrict) return 'salvaged';
  const isFenced =
    /```[\w-]*\s*$/.test(text.slice(Math.max(0, start - 40), start)) && /^\s*```/.test(text.slice(end, end + 40));
  return isFenced ? 'fenced' : 'last-object';
}

/** The objects of a text, in order, and those of them that its model states itself. */
interface VoicedObjects {
  readonly all: readonly FoundObject[];
  readonly stated: readonly FoundObject[];
}

const objectsAlone = remembered((voice) => findVoicedObjects(voice, null));

function voicedObjects(voice: string, shown: string | null): VoicedObjects {
  return shown === null ? objectsAlone(voice) : findVoicedObjects(voice, shown);
}

function findVoicedObjects(voice: string, shown: string | null): VoicedObjects {
  const trimmed = voice.trim();
  const whole = parseObject(trimmed);
  if (whole === null) {
    const all = objectsIn(voice).slice(-maxStatements);
    return { all, stated: all.filter((found) => !isQuotation(voice, found, shown)) };
  }
  const start = voice.length - voice.trimStart().length;
  const all: readonly FoundObject[] = [{ object: whole, step: 'strict', start, end: start + trimmed.length }];
  return { all, stated: all };
}

/** Finds the last JSON object that a text states in its model's own voice, in a fence or not. */
export function findJsonObject(text: string): FoundObject | null {
  return voicedObjects(ownVoice(text), null).stated.at(-1) ?? null;
}

/** Characters at the beginning of a text that are searched for a refusal. */
const openingCharacters = 2000;

/** Matches the opening of a refusal to answer in the requested form; used only where the text states nothing. */
const declining =
  /^\W*(i['’]?m sorry|sorry|i apologi[sz]e|i (can['’]?t|cannot|can not|won['’]?t|will not|am unable|am not able|['’]?m (unable|not able))|as an ai\b|unfortunately,? i)/i;

/**
 * What a part of an answer states: a value, something that is not a value and keeps an earlier value from counting (`wrong`),
 * or not what was asked (`lacks`).
 */
export type Stated<T> =
  | { readonly value: T; readonly isSalvaged?: boolean }
  | { readonly wrong: string }
  | { readonly lacks: string };

/** How an answer is read. */
interface AnswerReaders<T> {
  /** Reads one of the answer's JSON objects. */
  readonly object: (object: JsonObject) => Stated<T>;
  /** Reads an answer that is one value without an object: a JSON value, or a text. Absent: an answer has an object. */
  readonly value?: (value: unknown) => T | null;
  /** Finds the last statement in text after the last object. `isWhole`: there is no object. Absent: text states nothing. */
  readonly text?: (text: string, isWhole: boolean) => Stated<T> | null;
  /** A text that the model was shown, such as the response that it judges: a copy of it is not a statement. */
  readonly shown?: string | null;
}

/**
 * Reads an answer by one rule: the last complete statement in the model's own voice counts. Reasoning, quotations, and what
 * comes after an invented next turn are not its voice. A statement is an object with the requested key, or, where the readers
 * allow it, a value alone or a sentence that states it.
 */
export function readAnswer<T>(text: string, readers: AnswerReaders<T>): Reading<T> {
  const trimmed = text.trim();
  if (trimmed === '') return { kind: 'unparsed', reason: 'empty answer' };
  const quoted = quotedObject(trimmed);
  if (quoted !== null) {
    const reading = readAnswer(quoted, readers);
    return reading.kind === 'parsed' ? { ...reading, step: 'salvaged' } : reading;
  }
  const whole = parseObject(trimmed); // nothing is beside it that could be another voice
  const read = whole === null ? null : unwrapped(whole, readers.object);
  if (read !== null && 'value' in read)
    return { kind: 'parsed', value: read.value, step: read.isSalvaged === true ? 'salvaged' : 'strict' };
  const voice = ownVoice(text);
  const next = nextQuestion.exec(voice);
  if (next !== null && voice.slice(0, next.index).trim() !== '') {
    const first = readVoice(voice.slice(0, next.index), readers);
    if (first.kind === 'parsed') return first;
  }
  return readVoice(voice, readers);
}

/** Maximum times that an answer is taken out of a JSON text. */
const maxQuotations = 3;

/** Characters that HTML writes as entities. */
const entities: Readonly<Record<string, string>> = {
  '&quot;': '"',
  '&#34;': '"',
  '&#x22;': '"',
  '&#39;': "'",
  '&#x27;': "'",
};

/**
 * Returns the object, as text, that an answer holds as a JSON text, such as `"{\"choice\": \"A\"}"`, also quoted twice, in a list, in a
 * fence or without the quotation marks around it, or with the entities of HTML in place of quotation marks; null for others.
 */
function quotedObject(trimmed: string): string | null {
  let text = withQuotationMarks(withoutFence(trimmed));
  for (let times = 0; times < maxQuotations && /^(?:".*"|\[\s*".*"\s*\])$/s.test(text); times += 1) {
    const value = parsedJson(text); // else no JSON text: quotation marks around a sentence, or two of them
    const inner: unknown = Array.isArray(value) && value.length === 1 ? value[0] : value;
    if (typeof inner !== 'string') return null;
    text = inner.trim();
  }
  return text !== withoutFence(trimmed) && parseObject(text) !== null ? text : null;
}

/** Returns the text inside a fence that encloses the whole text; another text as it is. */
function withoutFence(text: string): string {
  if (text.length < 7 || !text.startsWith('```') || !text.endsWith('```')) return text;
  const start = text.indexOf('\n');
  const inside = start === -1 ? '' : text.slice(start, -3);
  return inside === '' || inside.includes('```') ? text : inside.trim();
}

/** Returns an object whose quotation marks are escaped, `{\"choice\": \"A\"}`, or entities of HTML, with plain ones; another text as it is. */
function withQuotationMarks(text: string): string {
  if (/^\{\s*\\(?:"|u0022|n)/.test(text)) {
    const value = parsedJson(`"${text.replaceAll(/\r?\n/g, '\\n')}"`);
    return typeof value === 'string' ? value : text;
  }
  if (!/^\{\s*&/.test(text) || text.includes('"')) return text;
  return text.replaceAll(/&(?:quot|#34|#x22|#39|#x27);/g, (entity) => entities[entity] ?? entity);
}

function readVoice<T>(voice: string, readers: AnswerReaders<T>): Reading<T> {
  const { object: readObject, text: readText, shown = null } = readers;
  const { all: objects, stated: ownObjects } = voicedObjects(voice, shown);
  let reason = 'no JSON object';
  let stated: { readonly found: FoundObject; readonly reading: Reading<T>; readonly isCopy: boolean } | null = null;
  for (const found of ownObjects.toReversed()) {
    const read = unwrapped(found.object, readObject);
    if ('lacks' in read) reason = read.lacks;
    else {
      const reading: Reading<T> =
        'value' in read
          ? { kind: 'parsed', value: read.value, step: read.isSalvaged === true ? 'salvaged' : found.step }
          : { kind: 'unparsed', reason: read.wrong };
      const isCopy = shown !== null && isShownToo(voice, found, shown);
      if (stated === null || !isCopy) stated = { found, reading, isCopy };
      if (!isCopy) break; // a copy of what was shown counts where nothing else is stated
    }
  }
  const said =
    readText === undefined
      ? null
      : readText(textBeside(voice, objects, stated?.found).replaceAll('**', ''), stated === null);
  if (said !== null && !('lacks' in said))
    return 'value' in said
      ? { kind: 'parsed', value: said.value, step: 'salvaged' }
      : { kind: 'unparsed', reason: said.wrong };
  if (stated !== null) return stated.reading;
  const value = objects.length === 0 ? readValue(voice.replaceAll('**', ''), readers) : null;
  if (value !== null) return { kind: 'parsed', value, step: 'salvaged' };
  if (objects.length === 0 && declining.test(voice.slice(0, openingCharacters)))
    return { kind: 'declined', detail: voice.trim().slice(0, 120) };
  return { kind: 'unparsed', reason: voice.trim() === '' ? "nothing in the model's own voice" : reason };
}

/** Reads an object, or the object that is its only value. */
function unwrapped<T>(object: JsonObject, read: AnswerReaders<T>['object']): Stated<T> {
  const stated = read(object);
  const [inner, ...others] = Object.values(object);
  if (!('lacks' in stated) || others.length > 0 || !isRecord(inner)) return stated;
  return read(inner);
}

/** Returns the text after an object, or the whole text, without the objects in it. */
function textBeside(voice: string, objects: readonly FoundObject[], after: FoundObject | undefined): string {
  let at = after?.end ?? 0;
  let text = '';
  for (const { start, end } of objects) {
    if (start < at) continue;
    text += `${voice.slice(at, start)}{}.\n`; // ends the sentence that introduces the object
    at = end;
  }
  text += voice.slice(at);
  return after === undefined ? text : text.replace(/^\s*```/, '');
}

/** Maximum characters of an answer that is one value. */
const valueCharacters = 4000;

function readValue<T>(voice: string, { value, shown = null }: AnswerReaders<T>): T | null {
  const text = voice.trim();
  if (value === undefined || text === '' || text.length > valueCharacters) return null;
  const bare = /^```[\w-]*\n?([^`]*?)```$/.exec(text)?.[1]?.trim() ?? text;
  if (shown !== null && shown.trim() === bare) return null;
  if (/^["[]/.test(bare)) {
    const parsed = parseLenient(bare, 0);
    if ('end' in parsed && parsed.end === bare.length) return value(parsed.value) ?? value(bare);
  }
  return value(bare);
}

const jsonArguments = z.object({ text: z.string(), interpret: z.function() });

/** Reads the last JSON object of a text that `interpret` understands. */
export function readJsonObject<T>(text: string, interpret: (object: JsonObject) => Stated<T>): Reading<T> {
  checkArguments('readJsonObject', jsonArguments, { text, interpret });
  return readAnswer(text, { object: interpret });
}

/** A value that stands for another one: nothing, dots, or the name of what belongs there. */
const placeholder = /^\s*(?:<[^<>]{2,}>|\.{2,}|…|_+|\?+|-+)?\s*$/;
const keyPrefixes = ['', 'final', 'my', 'the', 'myfinal', 'correct', 'predicted'];

/**
 * Returns the value under a key of an object, whatever the key's capitals, spaces and marks; undefined without one, and where
 * the value is empty.
 */
export function fieldOf(object: JsonObject, key: string): unknown {
  const known = Object.keys(object);
  const plain = (name: string) => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
  const named = known.includes(key)
    ? key
    : known.find((name) => keyPrefixes.some((prefix) => plain(name) === prefix + plain(key)));
  const value = named === undefined ? undefined : object[named];
  return value === null || (typeof value === 'string' && placeholder.test(value)) ? undefined : value;
}
