import { z } from 'zod';
import { groupColumn, type ItemBase } from '../domain/item.ts';
import { AppError } from '../util/app-error.ts';
import { nearestNames } from '../util/nearest-names.ts';
import type { ItemKind } from './item-kind.ts';
import { asksQuestion, letterFields } from './question-columns.ts';

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
