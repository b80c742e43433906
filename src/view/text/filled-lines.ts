import { parse } from 'csv-parse/sync';
import { AppError } from '../../util/app-error.ts';
import type { AppErrorCode } from '../../util/error-codes.ts';

/** A line of a CSV file that a person has filled in. */
interface FilledLine {
  /** Line number in an editor. */
  readonly number: number;
  readonly cells: Readonly<Record<string, string>>;
}

interface FilledFile {
  /** Columns that the file must have. */
  readonly columns: readonly [string, ...string[]];
  readonly code: AppErrorCode;
  readonly hint: string;
}

/** Returns the lines of a CSV file with a header. AppError for a file that is not CSV, or lacks a column. */
export function readFilledLines(text: string, { columns, code, hint }: FilledFile): readonly FilledLine[] {
  const records = parsedRecords(text, { code, hint });
  let begins = 2;
  const lines = records.map(({ record, info }) => {
    const line = { number: begins, cells: record };
    begins = info.lines + 1;
    return line;
  });
  const [first] = lines;
  if (first === undefined || columns.every((column) => Object.hasOwn(first.cells, column))) return lines;
  const names = columns.map((column) => `"${column}"`).join(' and ');
  throw new AppError(code, `the file has no columns ${names}`, { hint });
}

interface Parsed {
  readonly record: Record<string, string>;
  readonly info: { readonly lines: number };
}

function parsedRecords(text: string, { code, hint }: Omit<FilledFile, 'columns'>): readonly Parsed[] {
  try {
    const options = { columns: true, bom: true, info: true, skip_empty_lines: true, relax_column_count: false };
    return parse(text, options) as unknown as readonly Parsed[]; // the type ignores `info`
  } catch (cause) {
    throw new AppError(code, `the file is not valid CSV: ${cause instanceof Error ? cause.message : ''}`, {
      hint,
      cause,
    });
  }
}
