import { z } from 'zod';
import { isRecord } from '../util/is-record.ts';
import { oneLine } from '../util/text.ts';
import { columnPaths } from './cells.ts';
import { readJsonOrNothing } from './files/json-text.ts';

/** The entries of a list that a program wrote as text; `unreadable`: it looks like such a list, but cannot be split. */
type ListText = { readonly kind: 'entries'; readonly entries: readonly string[] } | { readonly kind: 'unreadable' };

/** The brackets of a list, with what stands before and after them in the text of pandas, NumPy and R. */
const forms: readonly RegExp[] = [
  /^[A-Za-z_][\w.]*\(\s*[[({](?<inside>.*)[\])}]\s*(?:,\s*\w+=[^\]]*)?\)$/s,
  /^c\((?<inside>\s*["'\d-].*)\)$/s,
  /^\[(?<inside>.*)\]$/s,
  /^\((?<inside>\s*["'].*)\)$/s,
  /^\{(?<inside>.*)\}$/s,
];

/** An entry: a quoted text (also as a NumPy scalar), or a number. The groups are the quoted content and the number. */
const entryForm =
  /(?:np\.\w+\(\s*)?[uU]?(?:'(?<single>(?:[^'\\]|\\.)*)'|"(?<double>(?:[^"\\]|\\.)*)"|(?<number>-?\d+(?:\.\d+)?))(?:\s*\))?/sy;

/**
 * Reads the text of a list as Python (`['a', 'b']`, tuples and sets), NumPy (`['a' 'b']`, `array(['a'], dtype=object)`)
 * and R (`c("a", "b")`) print it. Returns null for a text without the brackets of a list.
 */
function readListText(text: string): ListText | null {
  const trimmed = text.trim();
  for (const form of forms) {
    const inside = form.exec(trimmed)?.groups?.inside;
    if (inside === undefined) continue;
    const entries = entriesIn(inside.trim());
    return entries === null ? { kind: 'unreadable' } : { kind: 'entries', entries };
  }
  return null;
}

/** Returns the entries between commas or spaces; null where something else than entries is between the brackets. */
function entriesIn(inside: string): readonly string[] | null {
  const entries: string[] = [];
  let position = 0;
  while (position < inside.length) {
    entryForm.lastIndex = position;
    const groups = entryForm.exec(inside)?.groups;
    if (groups === undefined) return null;
    const { single, double, number } = groups;
    entries.push(number ?? unescaped(single ?? double ?? ''));
    const separator = /^(?:\s*,\s*|\s+|$)/.exec(inside.slice(entryForm.lastIndex))?.[0];
    if (separator === undefined) return null;
    position = entryForm.lastIndex + separator.length;
  }
  return entries;
}

const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', "'": "'", '"': '"', '\\': '\\' };

/** Returns the text of a Python string literal; keeps an escape that Python does not know. */
function unescaped(literal: string): string {
  return literal.replace(
    /\\(?:x([\da-f]{2})|u([\da-f]{4})|U([\da-f]{8})|(.))/gis,
    (whole, two?: string, four?: string, eight?: string, one?: string) => {
      const code = two ?? four ?? eight;
      if (code !== undefined) return Number.parseInt(code, 16) > 0x10_ff_ff ? whole : fromHex(code);
      return escapes[one ?? ''] ?? whole;
    },
  );
}

function fromHex(code: string): string {
  return String.fromCodePoint(Number.parseInt(code, 16));
}

/** A cell as its field takes it, or the reason why it cannot be read, as a clause. */
type FittedCell = { readonly value: unknown } | { readonly fault: string };

/**
 * Converts a cell to its field's type: a number to text for a field that is a text; a text to the number, the truth value,
 * the object or the list that it spells; in objects inside it, a null field that its schema refuses is absent. A list is JSON, what Python, NumPy and R print, or is separated by ";", "|" or line breaks. The
 * schema checks the result.
 */
export function fitCell(cell: unknown, field: z.ZodType, column: string): FittedCell {
  if (accepts(field, cell)) return { value: cell };
  if (typeof cell === 'number' && accepts(field, String(cell))) return { value: String(cell) };
  if (typeof cell === 'object' && cell !== null && isText(field)) return nestedFault(cell, column);
  if (typeof cell !== 'string') return { value: withoutNulls(cell) };
  const json = readJsonOrNothing(cell);
  const known = json === undefined || accepts(field, json) ? json : withoutNulls(json);
  if (known !== undefined && accepts(field, known)) return { value: known };
  if (/^(true|false)$/i.test(cell.trim())) {
    const truth = cell.trim().toLowerCase() === 'true';
    return { value: accepts(field, truth) ? truth : cell };
  }
  return isList(field) ? listCell(cell, column) : { value: cell };
}

/** Returns a value without the null fields of objects in it, as an empty cell of a row is absent; lists keep their places. */
function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (!isRecord(value)) return value;
  const present = Object.entries(value).filter(([, inner]) => inner !== null);
  return Object.fromEntries(present.map(([name, inner]) => [name, withoutNulls(inner)]));
}

function accepts(field: z.ZodType, value: unknown): boolean {
  return field.safeParse(value).success;
}

/** Returns whether a field takes any text that is not empty. */
export function isText(field: z.ZodType): boolean {
  return accepts(field, 'a') && accepts(field, 'any other text');
}

/** Returns whether a field takes a list of texts. */
export function isList(field: z.ZodType): boolean {
  const inner = field instanceof z.ZodOptional ? field.unwrap() : field;
  return inner instanceof z.ZodArray && accepts(inner.element as z.ZodType, 'text'); // zod types the element as its core type
}

function nestedFault(cell: object, column: string): FittedCell {
  const paths = columnPaths({ [column]: cell });
  const [first] = isRecord(cell) || paths[0] !== column ? paths : [];
  const example = first === undefined ? '' : `; name the text inside it with dots, for example --map FIELD=${first}`;
  return { fault: `${column} holds ${Array.isArray(cell) ? 'a list' : 'an object'}, not a text${example}` };
}

/** Returns whether the first of several entries closes its own brackets, as in `[0, 1]; [1, 2]`. */
function hasClosedEntry(cell: string): boolean {
  const [entry = '', ...others] = cell.split(/[;|]/);
  return others.length > 0 && entry.replace(/[^[({]/g, '').length === entry.replace(/[^\])}]/g, '').length;
}

/** The mark of an entry of a list with one entry on each line. */
const lineMark = /^\s*(?:[-*•]|\d+[.)])\s+/;

function listCell(cell: string, column: string): FittedCell {
  const written = readListText(cell);
  const shown = JSON.stringify(oneLine(cell, 60));
  if (written?.kind === 'entries') return { value: written.entries };
  if (written?.kind === 'unreadable' && !hasClosedEntry(cell)) {
    return {
      fault: `${column} is ${shown}, which looks like a list that a program printed, but cannot be split: write a JSON list`,
    };
  }
  if (cell.includes(';') && cell.includes('|')) {
    return { fault: `${column} is ${shown}: it has both separators of a list, ";" and "|": write a JSON list` };
  }
  const lines = cell.trim().split('\n');
  const hasSeparators = /[;|]/.test(cell);
  const parts = (
    hasSeparators || lines.length === 1
      ? cell
          .replace(/[;|]\s*$/, '') // a separator at the end does not begin another entry
          .split(/[;|]/)
      : lines.map((line) => line.replace(lineMark, ''))
  ).map((part) => part.trim());
  const empty = parts.indexOf('');
  if (empty === -1 || parts.length === 1) return { value: parts };
  return { fault: `${column} is ${shown}: entry ${empty + 1} is empty` };
}
