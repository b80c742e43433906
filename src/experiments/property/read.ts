import type { Reading } from '../../domain/reading.ts';
import { splitReasoning } from '../../domain/reasoning.ts';
import { findJsonObject } from '../common/json-object.ts';
import { parseLenient } from '../common/lenient-json.ts';
import { ownVoice } from '../common/own-voice.ts';
import { normalizedWord, plainText, readBoolean, readLetter, undecorated, unlisted } from '../common/plain-value.ts';
import { judgeByRule } from '../restriction/rule-judge.ts';
import type { PropertyContext } from './items.ts';
import { comparableValue, edges, type Property, type Shape } from './properties.ts';

/** Maximum words of a list entry; a longer line is a sentence about the entry. */
const maxEntryWords = 4;

const quoted = /"([^"]+)"|“([^”]+)”|‘([^’]+)’|«([^»]+)»|`([^`]+)`|(?<!\p{L})'([^']+)'(?!\p{L})/gu;

/**
 * Reads the predicted value from a model's answer. The whole answer counts when it has the requested form (step
 * `text`); otherwise the first quoted value of the first line, or the last standalone value in a one-line answer (step
 * `salvaged`). A text that states a value is never a refusal. In deliberate mode, the last line is read.
 */
export function readPrediction(
  text: string,
  { shape, judged }: Pick<Property, 'shape' | 'judged'>,
  { item: context, mode }: { readonly item: PropertyContext; readonly mode: 'direct' | 'deliberate' },
): Reading<string> {
  const given = shape === 'character' ? splitReasoning(text).text : ownVoice(text); // a character may be a mark of a quotation
  const whole = mode === 'direct' ? given.trim() : lastLine(given);
  if (whole === '') return { kind: 'unparsed', reason: 'empty answer' };
  const item = judged === undefined ? context : { ...context, options: [...judged] };
  const parsed = (value: string, step: 'text' | 'salvaged'): Reading<string> => ({
    kind: 'parsed',
    value: comparableValue(shape, value),
    step,
  });
  const form = valueOfForm(shape, unquoted(bared(shape, whole)), item);
  if (form !== null) return parsed(form, 'text');
  const salvaged = salvagedValue(shape, whole, item);
  if (salvaged !== null) return parsed(salvaged, 'salvaged');
  if (judgeByRule(whole) !== 'compliance') return { kind: 'declined', detail: whole.slice(0, 120) };
  return { kind: 'unparsed', reason: `not ${names[shape]}` };
}

/** Reads the value that a judge model chose for a judged property. */
export function readJudgement(text: string, property: Property, item: PropertyContext): Reading<string> {
  return readPrediction(text, property, { item, mode: 'direct' });
}

const names: Readonly<Record<Shape, string>> = {
  character: 'one character',
  word: 'one word',
  entry: 'one entry of a list',
  boolean: 'true or false',
  letter: 'one letter',
  number: 'a number',
  digit: 'one digit',
  option: 'one of the given words',
};

function lastLine(text: string): string {
  return text.trim().split('\n').at(-1)?.trim() ?? '';
}

/** Introduces a word or an entry: "First entry: cow", "The word is: cow". */
const label = /^(?:the )?(?:first |last |second |third |final )?(?:word|entry|item|answer|value)\s*(?:is\s*)?[:=]\s*/i;

/** Returns an answer of one line without the mark of a list, a label and an element around the word or entry that it states. */
function bared(shape: Shape, text: string): string {
  if ((shape !== 'word' && shape !== 'entry') || text.includes('\n')) return text;
  const bare = unlisted(text).replace(label, '');
  return /^<([\w-]+)>\s*([^<>]+?)\s*<\/\1>$/.exec(bare)?.[2] ?? bare;
}

/** Returns the text without one pair of quotation marks around all of it. */
function unquoted(text: string): string {
  for (const found of text.matchAll(quoted)) {
    if (found[0].length === text.length) return insideOf(found);
  }
  return text;
}

function insideOf(found: RegExpExecArray): string {
  return found.slice(1).find((inside) => inside !== undefined) ?? '';
}

/** Returns the value when the text has the requested form and nothing else; null otherwise. */
function valueOfForm(shape: Shape, text: string, item: PropertyContext): string | null {
  const bare = text.replace(edges, '');
  switch (shape) {
    case 'character':
      return Array.from(text.trim()).length === 1 ? text.trim() : null;
    case 'word':
      return /^\S+$/u.test(text) && !/^[{[]|<\/[\w-]+>/u.test(text) && hasContent(text) ? text : null;
    case 'entry':
      return /^[^\n{[]+$/u.test(text) && text.split(/\s+/u).length <= maxEntryWords && hasContent(text) ? text : null;
    case 'boolean':
      return booleanOf(bare) ?? booleanOf(text);
    case 'letter':
      return readLetter(text, lettersOf(item));
    case 'number':
      return /^[0-9]+$/.test(bare) ? String(BigInt(bare)) : null;
    case 'digit':
      return /^[0-9]$/.test(bare) ? bare : null;
    case 'option':
      return (item.options ?? []).find((option) => normalizedWord(option) === normalizedWord(bare)) ?? null;
  }
}

/** A word or an entry has a letter or a digit: a lone quotation mark is the beginning of a value that was not given. */
function hasContent(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text);
}

function booleanOf(text: string): string | null {
  return readBoolean(text)?.toString() ?? null;
}

function lettersOf({ options }: PropertyContext): readonly string[] {
  const alphabet = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ');
  return options === undefined ? alphabet : alphabet.slice(0, options.length);
}

/** Returns a value found inside a text that does not have the requested form; null if there is none. */
function salvagedValue(shape: Shape, text: string, item: PropertyContext): string | null {
  const json = onlyValue(text);
  if (json !== null) return valueOfForm(shape, json, item);
  const bare = undecorated(text);
  const isSeveral = /^[{[]/u.test(bare) || /["“”,]/u.test(bare);
  const value = bare === text || isSeveral ? null : valueOfForm(shape, bare, item);
  if (value !== null) return value;
  if (/^[{[`]/u.test(text)) return null;
  const [line = '', ...more] = text.split('\n', 2);
  if (more.length > 0 && !/\b(?:is|was|be)\b/iu.test(line)) return null; // a list, or a text about something else
  for (const found of line.matchAll(quoted)) {
    const value = valueOfForm(shape, insideOf(found), item);
    if (value !== null) return value;
  }
  return more.length > 0 ? null : lastAlone(shape, text, item);
}

/** Returns the only value of a JSON object, list or text that is the whole answer or its last object. */
function onlyValue(text: string): string | null {
  const bare = /^```[\w-]*\n?([^`]*?)```$/.exec(text)?.[1]?.trim() ?? text;
  if (/^[["“]/.test(bare)) {
    const parsed = parseLenient(bare, 0);
    if ('end' in parsed && parsed.end === bare.length) return plainText(parsed.value);
  }
  const object = findJsonObject(text)?.object;
  return object === undefined ? null : plainText(object);
}

/** Returns whether a sentence states one truth value: "true or false", "yes, but no" and "not true" do not. */
function isOneBoolean(text: string): boolean {
  const values = new Set(
    text.split(/[\s/]+/u).map((word) => (/^\W*\d\W*$/.test(word) ? null : booleanOf(word.replace(edges, '')))),
  );
  values.delete(null);
  const isNegated = /\b(?:not|never|neither|hardly)\b|n['’]t\b/i.test(text) && !/^\W*\p{L}+\s*[,.;:!–—-]/u.test(text);
  return values.size <= 1 && !isNegated;
}

/** Returns the last standalone value. An open word counts only after an introduction ("is", ":"). */
function lastAlone(shape: Shape, text: string, item: PropertyContext): string | null {
  if (shape === 'word' || shape === 'entry') {
    const introduced = /(?:\b(?:is|was|be)|:)\s+(\S+)$/iu.exec(text)?.[1];
    return introduced === undefined ? null : valueOfForm(shape, introduced, item);
  }
  if (shape === 'boolean' && !isOneBoolean(text)) return null;
  for (const [fromEnd, word] of text.split(/\s+/u).reverse().entries()) {
    const bare = word.replace(edges, '');
    if (fromEnd > 0 && /^[ai]$/i.test(bare)) continue; // "a" and "I" belong to the sentence, unless it ends with them
    const letter = lettersOf(item).find((known) => known === bare) ?? null;
    const found = shape === 'letter' ? letter : valueOfForm(shape, bare, item);
    if (found !== null) return found;
  }
  return null;
}
