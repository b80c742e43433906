import type { z } from 'zod';
import { AppError } from '../../util/app-error.ts';
import { plainIssues } from '../../util/plain-issues.ts';
import { oneLine } from '../../util/text.ts';

/** A row of a data file with its position for error messages. */
export interface Row<Value = unknown> {
  readonly file: string;
  /** 1-based; where the row begins. */
  readonly line: number;
  /** `row`: the file has no lines (Parquet, JSON array), so `line` counts rows. Absent: `line` counts lines. */
  readonly unit?: 'row';
  /** Why the row may have been read differently from what was meant, as a clause; absent: no reason is known. */
  readonly doubt?: string;
  readonly value: Value;
}

/** Returns the position of a row inside its file: `line 3` or `row 3`. */
export function placeInFile({ line, unit = 'line' }: Pick<Row, 'line'> & { readonly unit?: string }): string {
  return `${unit} ${line}`;
}

const fixRow = 'fix this row and start again; nothing was run';
const fixValue = 'rename the column with --map if it holds something else, or fix this row; nothing was run';

/** Creates the error for an invalid row, with its position. It is thrown before any call is sent. */
export function rowError(
  { file, ...place }: Pick<Row, 'file' | 'line' | 'unit'>,
  reason: string,
  hint: string = fixRow,
  cause?: unknown,
): AppError {
  return new AppError('data-row', `${file}, ${placeInFile(place)}: ${reason}`, { hint, cause });
}

/** Returns the row's value after validation. AppError with the file, the line and the first problems. */
export function checkedRow<Value>(schema: z.ZodType<Value>, row: Row): Value {
  const result = schema.safeParse(row.value, plainIssues);
  if (result.success) return result.data;
  const issues = result.error.issues.slice(0, 3);
  const isNamed = issues.some(({ code }) => code === 'invalid_value');
  throw rowError(row, issues.map((issue) => fault(issue, row.value)).join('; '), isNamed ? fixValue : fixRow);
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
