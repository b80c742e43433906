import { statSync } from 'node:fs';
import { readText } from '../data/files/read-text.ts';
import { AppError } from '../util/app-error.ts';

/** Maximum size in bytes of a log that is one JSON value, which is loaded whole. */
const maxWholeJson = 500_000_000;

/** Returns the text of a log that is one JSON value. AppError above 500 MB, with the tool's own converter. */
export function wholeJson(file: string, converter: string): string {
  const { size } = statSync(file);
  if (size <= maxWholeJson) return readText(file);
  throw new AppError(
    'data-too-large',
    `${file} has ${size} bytes; the maximum for a log in one JSON value is ${maxWholeJson}`,
    {
      hint: `convert it with ${converter}, whose output is read in parts`,
    },
  );
}
