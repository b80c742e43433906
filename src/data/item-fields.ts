import { z } from 'zod';
import { groupColumn, type ItemBase } from '../domain/dataset.ts';
import { type Letter, letters } from '../domain/question.ts';
import { AppError } from '../util/app-error.ts';
import { nearestNames } from '../util/nearest-names.ts';
import { oneLine } from '../util/text.ts';
import { type Cells, cellAt, isBlank } from './cells.ts';
import type { ItemKind } from './item-kind.ts';

/** Column names by the field that they hold: `{ prompt: 'text' }`. A dotted name is a path: `input.text`. */
export type ColumnMap = Readonly<Record<string, string>>;

/** Values of a field by `FIELD:VALUE`, as the file has them: `{ 'label:benign': 'safe' }`. */
export type ValueMap = Readonly<Record<string, string>>;

/** How the columns and values of a file become fields and their values. */
export interface RowMap {
  readonly columns: ColumnMap;
  readonly values: ValueMap;
}

/** The columns and values of a file in our own layout. */
export const unmapped: RowMap = { columns: {}, values: {} };

/** Returns the column of a field: as mapped, else the field's name. */
export function columnFor(name: string, map: ColumnMap): string {
  return Object.hasOwn(map, name) ? (map[name] ?? name) : name;
}

/** Columns of an experiment's items. */
interface ItemColumns {
  /** Required columns, without `id`. */
  readonly needed: readonly string[];
  readonly optional: readonly string[];
}

/** The fields of an item schema by name. */
export type ItemFields = Readonly<Record<string, z.ZodType>>;

/** The part of an experiment that says which columns its items have. */
export type ColumnsKind<Item extends ItemBase = ItemBase> = Pick<ItemKind<Item>, 'name' | 'itemSchema' | 'sources'>;

/** Returns the fields of an item schema; null where it is not a plain object schema (in a user's own experiment). */
export function fieldsOf({ itemSchema }: { readonly itemSchema: z.ZodType }): ItemFields | null {
  return itemSchema instanceof z.ZodObject ? (itemSchema.shape as ItemFields) : null; // every field is a schema
}

/** Returns the columns of an experiment's items; null where its schema does not list them. */
export function itemColumns<Item extends ItemBase>({
  itemSchema,
  sources,
}: Pick<ItemKind<Item>, 'itemSchema' | 'sources'>): ItemColumns | null {
  const fields = fieldsOf({ itemSchema });
  if (fields === null) return null;
  const names = Object.keys(fields).filter((name) => name !== 'id');
  const isOptional = (name: string) => isOptionalField(fields[name]) || Object.hasOwn(sources?.drawnFields ?? {}, name);
  return { needed: names.filter((name) => !isOptional(name)), optional: names.filter(isOptional) };
}

/** Returns the values of a field that takes only certain texts, such as a label; null for another field. */
export function namedValues(field: z.ZodType | undefined): readonly string[] | null {
  const inner = field instanceof z.ZodOptional ? field.unwrap() : field;
  return inner instanceof z.ZodEnum ? inner.options.map(String) : null;
}

/** Returns whether an item may be without a field. */
export function isOptionalField(field: z.ZodType | undefined): boolean {
  return field?.safeParse(undefined).success === true;
}

/** Returns the required columns of an experiment as a sentence for a hint. */
export function columnsText<Item extends ItemBase>(kind: ColumnsKind<Item>): string {
  const columns = itemColumns(kind);
  const example = `\`seb data example ${kind.name}\` prints two rows`;
  if (columns === null) return example;
  const { needed, optional } = columns;
  const extra = optional.length === 0 ? '' : ` (optional: ${['id', ...optional].join(', ')})`;
  const letters = asksQuestion(fieldsOf(kind))
    ? '; the options may be columns A, B, C, D, the key a column answer'
    : '';
  const layouts = (kind.sources?.lineFormats ?? []).map(({ name }) => name);
  const rows = kind.sources?.questionRows === undefined ? [] : ['one question a row (question, A, B, C, D, answer)'];
  const others = [...rows, ...layouts].map((name) => `, or ${name}`).join('');
  return `${kind.name} needs ${needed.join(', ')}${extra}${letters}${others}; ${example}`;
}

/**
 * Refuses fields of `--map` and `--map-value` that no item of these experiments has. AppError with the field that was
 * probably meant.
 */
export function refuseUnknownFields({ columns, values }: RowMap, kinds: readonly ColumnsKind[]): void {
  const lists = kinds.map((kind) => itemColumns(kind));
  if (lists.includes(null)) return; // a schema that does not list its fields
  const known = [...new Set(['id', ...kinds.flatMap(mappable), groupColumn])];
  const names = kinds.map(({ name }) => name).join(' and ');
  const refuse = (flag: string, field: string) => {
    if (known.includes(field)) return;
    const [near] = nearestNames(field.slice(field.lastIndexOf('.') + 1), known);
    const meant = near === undefined ? '' : ` (did you mean ${near}?)`;
    throw new AppError('map-field', `${flag}: ${names} has no field ${field}${meant}`, {
      hint: `the fields are ${known.join(', ')}; write ${flag === '--map' ? 'FIELD=COLUMN' : 'FIELD:VALUE=NEW'}`,
    });
  };
  for (const field of Object.keys(columns)) refuse('--map', field);
  for (const key of Object.keys(values)) refuse('--map-value', key.split(':')[0] ?? key);
}

/** Returns the fields of an experiment that a column can be named for. */
export function mappable(kind: ColumnsKind): readonly string[] {
  const { needed = [], optional = [] } = itemColumns(kind) ?? {};
  const row = kind.sources?.questionRows;
  const inner = row === undefined ? [] : mappable({ name: kind.name, itemSchema: row.itemSchema });
  return [...needed, ...optional, ...(asksQuestion(fieldsOf(kind)) ? letterFields : []), ...inner];
}

/** Fields that a table may hold instead of the list `options`: a column for each letter. */
export const letterFields: readonly string[] = letters;

/** The columns of a table with one multiple-choice question a row and a column for each option. */
export interface QuestionColumns {
  /** Columns of the options A to D. */
  readonly options: readonly string[];
  /** Columns of options beyond D. */
  readonly beyond: readonly string[];
  /** Column of the key. */
  readonly key: string;
}

/** Returns whether items are multiple-choice questions with a key. */
export function asksQuestion(fields: Readonly<Record<string, z.ZodType>> | null): boolean {
  return fields !== null && ['question', 'options', 'key'].every((name) => Object.hasOwn(fields, name));
}

/** Names of the column of the key, in the order in which they are looked for, without case, spaces and signs. */
const keyNames = ['key', 'answer', 'answerkey', 'correctanswer', 'correctoption', 'correct', 'rightanswer'];

/**
 * Returns the columns of the options and of the key, as mapped or as tables usually name them (`A`, `option_a`,
 * `Choice 1`); null where the table has no column for each of four options.
 */
export function questionColumns(columns: readonly string[], map: ColumnMap): QuestionColumns | null {
  if (Object.hasOwn(map, 'options') || columns.includes('options')) return null;
  const named = new Map(columns.map((name) => [plainName(name), name]));
  const optionAt = (index: number): string | undefined => {
    const letter = String.fromCodePoint(65 + index);
    if (Object.hasOwn(map, letter)) return map[letter];
    const small = letter.toLowerCase();
    const names = [small, `option${small}`, `choice${small}`, `answer${small}`, `op${small}`];
    return [...names, `option${index + 1}`, `choice${index + 1}`].map((name) => named.get(name)).find(isThere);
  };
  const options = letters.map((_, index) => optionAt(index)).filter(isThere);
  if (options.length < letters.length) return null;
  const key = Object.hasOwn(map, 'key') ? map.key : keyNames.map((name) => named.get(name)).find(isThere);
  const beyond = [4, 5].map(optionAt).filter(isThere);
  return { options, beyond, key: key ?? 'key' };
}

function isThere(name: string | undefined): name is string {
  return name !== undefined;
}

/** Returns a column name in lower case, without spaces and signs. */
export function plainName(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '');
}

/** The options and the key of a row, or the reason why the row is not a question with four options, as a clause. */
type RowQuestion = { readonly options: readonly string[]; readonly key: unknown } | { readonly fault: string };

/**
 * Returns the options of a row, and its key as written, which `keyLetter` reads. A blank option, and an option
 * beyond D, is a fault.
 */
export function rowQuestion(cells: Cells, { options, beyond, key }: QuestionColumns): RowQuestion {
  const found = options.map((column) => cellAt(cells, column));
  const blank = options.find((_, index) => isBlank(found[index]));
  if (blank !== undefined) return { fault: `${blank} is empty: a question has four options` };
  const more = beyond.find((column) => !isBlank(cellAt(cells, column)));
  if (more !== undefined) return { fault: `${more} is an option beyond D: a question has four options` };
  return { options: found.map(String), key: cellAt(cells, key) };
}

/**
 * Returns the letter that a key states: the letter itself (`b`, `(B)`, `B.`), or the letter of the one option whose text it
 * repeats. A fault where both are possible, and for a number that may be a position: which one is not guessed. Other keys
 * are returned unchanged.
 */
export function keyLetter(
  key: unknown,
  options: readonly string[],
): { readonly value: unknown } | { readonly fault: string } {
  if (typeof key !== 'string' && typeof key !== 'number') return { value: key };
  const text = String(key).trim();
  const stated = /^\(?([A-D])[).:]?$/i.exec(text)?.[1]?.toUpperCase() as Letter | undefined; // one of the letters
  const same = options.flatMap((option, index) => (option.trim() === text ? [letters[index]] : []));
  const [repeated, ...others] = same;
  const shown = JSON.stringify(oneLine(text, 40));
  if (stated !== undefined) {
    if (repeated === undefined || repeated === stated) return { value: stated };
    return { fault: `the key ${shown} is a letter and also the text of option ${repeated}` };
  }
  if (repeated === undefined) return { value: key };
  if (others.length > 0) return { fault: `the key ${shown} is the text of options ${same.join(' and ')}` };
  if (!/^[0-4]$/.test(text)) return { value: repeated };
  return { fault: `the key ${shown} is the text of option ${repeated}, but may also be a position: write its letter` };
}
