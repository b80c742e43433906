import { type Delimiter, delimiters, parseNamedCsv } from './csv.ts';
import type { Input } from './format.ts';
import type { Row } from './row.ts';

type FileInput = Extract<Input, { kind: 'file' }>;

/** Returns the rows of a JSON array, or null where the file is not one. */
export function jsonArrayRows({ json, path }: FileInput): readonly Row[] | null {
  if (!Array.isArray(json)) return null;
  return json.map((value, index) => ({ file: path, line: index + 1, unit: 'row', value }));
}

/** The first line by which spreadsheet programs name the separator of a CSV file. */
const separatorLine = /^"?sep=([,;\t|])"?[^\S\n]*(?=\n)/i;

/**
 * Returns the rows of a CSV or TSV file by the names in its header; null if the file has neither such an extension nor
 * one of the `known` names in its header. AppError for a row with too many or too few cells.
 */
export function namedRows(
  { path, text }: Pick<FileInput, 'path' | 'text'>,
  known: readonly string[],
): readonly Row[] | null {
  const declared = separatorLine.exec(text);
  const table = declared === null ? text : text.slice(declared[0].length); // its line break stays, so lines keep their numbers
  const header = headerLine(table);
  const delimiter = delimiters.find((each) => each === declared?.[1]) ?? delimiterOf(header);
  const names = header.split(delimiter).map((name) => name.trim().replace(/^"(.*)"$/, '$1'));
  if (!/\.(csv|tsv|tab)(\.(gz|zst))?$/i.test(path) && !names.some((name) => known.includes(name))) return null;
  return parseNamedCsv(table, path, delimiter);
}

function headerLine(text: string): string {
  return /\S.*/.exec(text)?.[0].trimEnd() ?? '';
}

/** Returns the most frequent delimiter of the header, outside of quotes. */
function delimiterOf(header: string): Delimiter {
  const bare = header.replace(/"[^"]*"/g, '');
  const counts = delimiters.map((delimiter) => bare.split(delimiter).length);
  return delimiters[counts.indexOf(Math.max(...counts))] ?? ',';
}
