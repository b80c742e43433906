import type { z } from 'zod';
import { AppError } from '../../util/app-error.ts';
import { plainIssues } from '../../util/plain-issues.ts';
import { shellWord } from '../../util/shell-word.ts';
import { oneLine } from '../../util/text.ts';

/** A row of a data file with its position for error messages. */
export interface Row<Value = unknown> {
  readonly file: string;
  /** 1-based; where the row begins. */
  readonly line: number;
  /** `row`: the file has no lines (Parquet, JSON array), so `line` counts rows. Absent: `line` counts lines. */
  readonly unit?: 'row';
  readonly value: Value;
}

/** Returns the position of a row inside its file: `line 3` or `row 3`. */
export function placeInFile({ line, unit = 'line' }: Pick<Row, 'line'> & { readonly unit?: string }): string {
  return `${unit} ${line}`;
}

const fixRow = 'fix this row and start again; nothing was run';

/** Creates the error for an invalid row, with its position. It is thrown before any call is sent. */
export function rowError(
  { file, ...place }: Pick<Row, 'file' | 'line' | 'unit'>,
  reason: string,
  hint: string = fixRow,
): AppError {
  return new AppError('data-row', `${file}, ${placeInFile(place)}: ${reason}`, { hint });
}

/** Returns the row's value after validation. AppError with the file, the line and the first problems. */
export function checkedRow<Value>(schema: z.ZodType<Value>, row: Row): Value {
  const result = schema.safeParse(row.value, plainIssues);
  if (result.success) return result.data;
  const issues = result.error.issues.slice(0, 3);
  throw rowError(row, issues.map((issue) => fault(issue, row.value)).join('; '), hintFor(issues, row.value));
}

/** Returns what to do; for a field with named values, the flag that translates the values of a file. */
function hintFor(issues: readonly z.core.$ZodIssue[], row: unknown): string {
  const issue = issues.find(({ code }) => code === 'invalid_value');
  if (issue?.code !== 'invalid_value') return fixRow;
  const field = issue.path.map(String).join('.');
  const value = valueAt(row, issue.path);
  const translate =
    typeof value === 'string' && issue.path.length === 1
      ? `translate the file's values, for example --map-value ${shellWord(`${field}:${value}=${String(issue.values[0])}`)}; `
      : '';
  return `${translate}rename the column with --map if it holds something else, or fix this row; nothing was run`;
}

function fault(issue: z.core.$ZodIssue, row: unknown): string {
  const field = issue.path.map(String).join('.');
  if (issue.code === 'invalid_value' && field !== '') {
    const expected = issue.values.map((value) => JSON.stringify(value)).join(' or ');
    return `${field} is ${found(row, issue.path)}, expected ${expected}`;
  }
  return field === '' ? issue.message : `${field}: ${issue.message}`;
}

function valueAt(row: unknown, path: readonly PropertyKey[]): unknown {
  let value = row;
  for (const key of path) value = typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
  return value;
}

/** Returns the value at a path of a row, as short JSON. */
function found(row: unknown, path: readonly PropertyKey[]): string {
  const value = valueAt(row, path);
  return value === undefined ? 'missing' : oneLine(JSON.stringify(value), 60);
}
