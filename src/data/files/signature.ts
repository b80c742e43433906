import { AppError } from '../../util/app-error.ts';

/** A file format that is recognized by the bytes at its start and cannot be read. */
interface Signature {
  /** What the file is, after "is": `an Excel workbook`. */
  readonly name: string;
  /** Latin-1 text of the bytes. */
  readonly bytes: string;
  /** Position of the bytes; absent: 0. */
  readonly at?: number;
  /** The bytes are letters that a text may begin with, so the file must also hold a NUL byte. */
  readonly isWord?: true;
  readonly hint: string;
}

const asTable = 'save it as CSV (UTF-8), JSON lines or Parquet';
const fromPandas =
  'convert it in Python, for example pandas.DataFrame.to_parquet or to_json(orient="records", lines=True)';
const fromArrow =
  'convert it to Parquet: pyarrow.parquet.write_table(pyarrow.feather.read_table(FILE), "rows.parquet")';
const unpack = 'unpack it first, and give the file inside';

/** Signatures as their formats document them; the longest of those that begin alike comes first. */
const signatures: readonly Signature[] = [
  { name: 'an archive (zip)', bytes: 'PK\x03\x04', hint: `${unpack}; a workbook: save it as CSV (UTF-8)` },
  { name: 'an empty archive (zip)', bytes: 'PK\x05\x06', hint: unpack },
  { name: 'an old Excel workbook (xls)', bytes: '\xd0\xcf\x11\xe0', hint: 'save it as CSV (UTF-8)' },
  { name: 'an Arrow or Feather file', bytes: 'ARROW1', isWord: true, hint: fromArrow },
  { name: 'a Feather file (version 1)', bytes: 'FEA1', isWord: true, hint: fromArrow },
  { name: 'an Arrow stream', bytes: '\xff\xff\xff\xff', hint: fromArrow },
  { name: 'an encrypted Parquet file', bytes: 'PARE', isWord: true, hint: 'decrypt it first' },
  {
    name: 'an SQLite database',
    bytes: 'SQLite format 3\0',
    hint: 'a store of seb: give it as --store FILE; a table of another program: sqlite3 -csv -header',
  },
  { name: 'a NumPy array', bytes: '\x93NUMPY', hint: fromPandas },
  { name: 'an HDF5 file', bytes: '\x89HDF\r\n', hint: fromPandas },
  { name: 'a Python pickle', bytes: '\x80\x02', hint: fromPandas },
  { name: 'a Python pickle', bytes: '\x80\x03', hint: fromPandas },
  { name: 'a Python pickle', bytes: '\x80\x04', hint: fromPandas },
  { name: 'a Python pickle', bytes: '\x80\x05', hint: fromPandas },
  { name: 'an Avro file', bytes: 'Obj\x01', hint: asTable },
  { name: 'an ORC file', bytes: 'ORC', isWord: true, hint: asTable },
  { name: 'an R data file', bytes: 'RDX', isWord: true, hint: asTable },
  { name: 'a bzip2 file', bytes: 'BZh', isWord: true, hint: unpack },
  { name: 'an xz file', bytes: '\xfd7zXZ\0', hint: unpack },
  { name: 'an LZ4 file', bytes: '\x04\x22\x4d\x18', hint: unpack },
  { name: 'a 7z archive', bytes: "7z\xbc\xaf'\x1c", hint: unpack },
  { name: 'a RAR archive', bytes: 'Rar!\x1a\x07', hint: unpack },
  { name: 'a tar archive', bytes: 'ustar', at: 257, isWord: true, hint: unpack },
  { name: 'a PNG picture', bytes: '\x89PNG\r\n', hint: asTable },
  { name: 'a JPEG picture', bytes: '\xff\xd8\xff', hint: asTable },
  { name: 'a PDF document', bytes: '%PDF-', hint: asTable },
  { name: 'a rich text document (RTF)', bytes: '{\\rtf', hint: asTable },
  { name: 'UTF-32 text', bytes: '\xff\xfe\0\0', hint: 'save it as UTF-8' },
  { name: 'UTF-32 text', bytes: '\0\0\xfe\xff', hint: 'save it as UTF-8' },
  {
    name: 'a Git LFS pointer, not the data',
    bytes: 'version https://git-lfs.github.com/',
    hint: 'run git lfs pull, or download the file itself',
  },
];

/** Entries of a zip archive that say which program wrote it. */
const zipContents: readonly (readonly [entry: RegExp, name: string, hint: string])[] = [
  [/xl\/|\[Content_Types\]\.xml/, 'an Excel workbook (xlsx)', 'save it as CSV (UTF-8) in the spreadsheet program'],
  [/opendocument\.spreadsheet/, 'an OpenDocument spreadsheet (ods)', 'save it as CSV in the spreadsheet program'],
  [/\.npy/, 'a NumPy archive (npz)', fromPandas],
];

/** Number of bytes from the start that are enough for `refuseForeign`. */
const signatureBytes = 1024;

/** Refuses a file whose first bytes are those of a format that cannot be read. AppError with its name. */
export function refuseForeign(file: string, start: Uint8Array): void {
  const head = Buffer.from(start.subarray(0, signatureBytes)).toString('latin1');
  const found = signatures.find(
    ({ bytes, at = 0, isWord }) => head.startsWith(bytes, at) && (isWord === undefined || head.includes('\0')),
  );
  const zip = head.startsWith('PK\x03\x04') ? zipContents.find(([entry]) => entry.test(head)) : undefined;
  if (zip !== undefined) throw foreign(file, { name: zip[1], hint: zip[2] });
  if (found !== undefined) throw foreign(file, found);
  if (/^\s*<(!doctype\s+html|html|\?xml)/i.test(head)) {
    const hint = 'it may be the page of an address instead of the file behind it: download the file itself';
    throw foreign(file, { name: /<\?xml/.test(head) ? 'an XML document' : 'a web page (HTML)', hint });
  }
  if (head.includes('\0') && !isUtf16(start)) {
    const name = 'a binary file, or UTF-16 text without a byte order mark';
    throw foreign(file, { name, hint: 'save it as UTF-8 text, or give a Parquet file' });
  }
}

/** Returns whether the bytes begin with the byte order mark of UTF-16, in either order. */
export function isUtf16([first, second]: Uint8Array): boolean {
  return (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
}

/** A compression that Node can undo. */
export type Compression = 'gzip' | 'zstd';

/** Returns how the bytes are compressed; null where they are not. */
export function compressionOf([first, second, third, fourth]: Uint8Array): Compression | null {
  if (first === 0x1f && second === 0x8b) return 'gzip';
  return first === 0x28 && second === 0xb5 && third === 0x2f && fourth === 0xfd ? 'zstd' : null;
}

function foreign(file: string, { name, hint }: Pick<Signature, 'name' | 'hint'>): AppError {
  return new AppError('data-format', `${file} is ${name}, which is not read`, { hint });
}
