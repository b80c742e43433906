import { z } from 'zod';
import { isRecord } from '../util/is-record.ts';
import { oneLine } from '../util/text.ts';
import { columnPaths } from './cells.ts';
import { readJsonOrNothing } from './files/json-text.ts';
import { readListText } from './files/list-text.ts';

/** A cell as its field takes it, or the reason why it cannot be read, as a clause. */
type FittedCell = { readonly value: unknown } | { readonly fault: string };

/**
 * Converts a cell to its field's type: a number to text for a field that is a text; a text to the number, the truth value,
 * the object or the list that it spells. A list is JSON, what Python, NumPy and R print, or is separated by ";" or "|". The
 * schema checks the result.
 */
export function fitCell(cell: unknown, field: z.ZodType, column: string): FittedCell {
  if (accepts(field, cell)) return { value: cell };
  if (typeof cell === 'number' && accepts(field, String(cell))) return { value: String(cell) };
  if (typeof cell === 'object' && cell !== null && isText(field)) return nestedFault(cell, column);
  if (typeof cell !== 'string') return { value: cell };
  const json = readJsonOrNothing(cell);
  if (json !== undefined && accepts(field, json)) return { value: json };
  if (/^(true|false)$/i.test(cell.trim())) {
    const truth = cell.trim().toLowerCase() === 'true';
    return { value: accepts(field, truth) ? truth : cell };
  }
  return isList(field) ? listCell(cell, column) : { value: cell };
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
  const parts = cell
    .replace(/[;|]\s*$/, '') // a separator at the end does not begin another entry
    .split(/[;|]/)
    .map((part) => part.trim());
  const empty = parts.indexOf('');
  if (empty === -1 || parts.length === 1) return { value: parts };
  return { fault: `${column} is ${shown}: entry ${empty + 1} is empty` };
}
