import type { z } from 'zod';
import { AppError } from '../util/app-error.ts';

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

/** Creates the error for an invalid row, with its position. It is thrown before any call is sent. */
export function rowError({ file, ...place }: Pick<Row, 'file' | 'line' | 'unit'>, reason: string): AppError {
  return new AppError('data-row', `${file}, ${placeInFile(place)}: ${reason}`, {
    hint: 'fix this row and start again; nothing was run',
  });
}

/** Returns the row's value after validation. AppError with the file, the line and the first problems. */
export function checkedRow<Value>(schema: z.ZodType<Value>, row: Row): Value {
  const result = schema.safeParse(row.value);
  if (result.success) return result.data;
  throw rowError(row, faults(result.error));
}

function faults(error: z.ZodError): string {
  const texts = error.issues.slice(0, 3).map(({ path, message }) => {
    return path.length === 0 ? message : `${path.map(String).join('.')}: ${message}`;
  });
  return texts.join('; ');
}
