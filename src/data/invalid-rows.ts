import type { z } from 'zod';
import { AppError } from '../util/app-error.ts';
import { counted } from '../util/numbers.ts';
import { shellWord } from '../util/shell-word.ts';
import { oneLine } from '../util/text.ts';
import { fieldsOf, type ItemFields, namedValues } from './item-fields.ts';

/** Maximum number of values of one field that are listed or counted. */
const maxValues = 200;
const shownValues = 8;

/** A field that takes only certain texts, and the values that the file has, with their numbers of rows. */
interface NamedValues {
  readonly field: string;
  readonly allowed: readonly string[];
  readonly counts: Map<string, number>;
}

/**
 * Collects what is wrong with the rows of a file, so that one error tells all of it: the first row, the numbers of invalid
 * and of repeated rows, and the values of a field that takes only certain ones.
 */
export class InvalidRows {
  readonly #fields: readonly NamedValues[];
  #rows = 0;
  #invalid = 0;
  #repeated = 0;
  #first: AppError | null = null;

  constructor(schema: z.ZodType) {
    this.#fields = namedValuesOf(fieldsOf({ itemSchema: schema }) ?? {});
  }

  /** Counts a row and the values of its fields. */
  see(value: unknown): void {
    this.#rows += 1;
    for (const { field, counts } of this.#fields) {
      const cell: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, field) : undefined;
      if (cell === undefined || cell === null) continue;
      const text = typeof cell === 'object' ? JSON.stringify(cell) : String(cell);
      if (counts.has(text) || counts.size < maxValues) counts.set(text, (counts.get(text) ?? 0) + 1);
    }
  }

  addInvalid(error: AppError): void {
    this.#invalid += 1;
    this.#first ??= error;
  }

  /** Adds a row that has the id, or without ids the whole content, of an earlier one. */
  addRepeated(error: AppError): void {
    this.#repeated += 1;
    this.#first ??= error;
  }

  /** Returns the error that tells all of it; null where every row is valid. */
  error(): AppError | null {
    const first = this.#first;
    if (first === null) return null;
    const unknown = this.#fields.filter(({ allowed, counts }) =>
      [...counts.keys()].some((each) => !allowed.includes(each)),
    );
    const values = this.#invalid + this.#repeated === 1 ? '' : unknown.map((each) => `; ${valuesText(each)}`).join('');
    const options = { hint: [...unknown.map(translateHint), first.hint ?? ''].join('; '), cause: first.cause };
    if (this.#invalid + this.#repeated === 1) return new AppError(first.code, first.message, options);
    const parts = [
      ...(this.#invalid === 0 ? [] : [counted(this.#invalid, 'invalid row')]),
      ...(this.#repeated === 0 ? [] : [counted(this.#repeated, 'repeated row')]),
    ];
    const share = `${parts.join(' and ')} of ${this.#rows.toLocaleString('en')}`;
    return new AppError('data-rows', `${share}; the first: ${first.message}${values}`, options);
  }
}

/** Returns the fields of a schema that take only certain texts. */
function namedValuesOf(fields: ItemFields): readonly NamedValues[] {
  return Object.entries(fields).flatMap(([field, schema]) => {
    const allowed = namedValues(schema);
    return allowed === null ? [] : [{ field, allowed, counts: new Map() }];
  });
}

function valuesText({ field, counts }: NamedValues): string {
  const listed = [...counts].toSorted(([, one], [, other]) => other - one);
  const shown = listed.slice(0, shownValues).map(([value, count]) => `${oneLine(value, 40)} (${count})`);
  const more = listed.length - shown.length;
  return `the values of ${field} are ${shown.join(', ')}${more === 0 ? '' : ` and ${more} more`}`;
}

/** Returns the flag that translates the values of a field; what each of them means is left to the user. */
function translateHint({ field, allowed, counts }: NamedValues): string {
  const choice = `${allowed.slice(0, -1).join(', ')} or ${allowed.at(-1)}`;
  const values = [...counts.keys()].filter((value) => !allowed.includes(value)).slice(0, shownValues);
  const flags = values.map((value) => shellWord(`${field}:${value}=...`)).join(' ');
  return `map each value of ${field} to ${choice}: --map-value ${flags}`;
}
