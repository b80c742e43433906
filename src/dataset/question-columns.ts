import type { z } from 'zod';
import { type Letter, letters } from '../domain/question.ts';
import { oneLine } from '../util/text.ts';
import { type Cells, cellAt, isBlank } from './cells.ts';
import type { ColumnMap } from './item-fields.ts';

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
