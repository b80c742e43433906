import { type Delimiter, parseNamedCsv } from './csv.ts';
import type { Input } from './format.ts';
import type { Row } from './row.ts';

type FileInput = Extract<Input, { kind: 'file' }>;

/** Returns the rows of a JSON array, or null where the file is not one. */
export function jsonArrayRows({ json, path }: FileInput): readonly Row[] | null {
  if (!Array.isArray(json)) return null;
  return json.map((value, index) => ({ file: path, line: index + 1, unit: 'row', value }));
}

/**
 * Returns the rows of a CSV or TSV file by the names in its header; null if the file has neither such an extension nor
 * one of the `known` names in its header. AppError for a row with too many or too few cells.
 */
export function namedRows(
  { path, text }: Pick<FileInput, 'path' | 'text'>,
  known: readonly string[],
): readonly Row[] | null {
  const header = headerLine(text);
  const delimiter = delimiterOf(header);
  const names = header.split(delimiter).map((name) => name.trim().replace(/^"(.*)"$/, '$1'));
  if (!/\.(csv|tsv|tab)$/i.test(path) && !names.some((name) => known.includes(name))) return null;
  return parseNamedCsv(text, path, delimiter);
}

function headerLine(text: string): string {
  return /\S.*/.exec(text)?.[0].trimEnd() ?? '';
}

/** Returns the most frequent delimiter of the header. */
function delimiterOf(header: string): Delimiter {
  const delimiters: readonly Delimiter[] = [',', '\t', ';'];
  const counts = delimiters.map((delimiter) => header.split(delimiter).length);
  return delimiters[counts.indexOf(Math.max(...counts))] ?? ',';
}
