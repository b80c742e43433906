import { constants, type Stats, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { parquetColumns } from '../data/files/parquet.ts';
import { compressionOf, refuseForeign } from '../data/files/signature.ts';
import { unreadablePath } from '../data/files/unreadable-path.ts';
import { AppError } from '../util/app-error.ts';
import { counted } from '../util/numbers.ts';
import { tell } from '../util/terminal.ts';
import { oneLine } from '../util/text.ts';
import { damagedLog, isCutJson, whileWritten } from './damaged-log.ts';
import { filesBelow } from './files-below.ts';
import { placeInSets } from './formats/declared-sets.ts';
import { everyEvalEver } from './formats/every-eval-ever.ts';
import { helm } from './formats/helm.ts';
import { inspect } from './formats/inspect.ts';
import { lighteval } from './formats/lighteval.ts';
import { lmEval } from './formats/lm-eval.ts';
import { splitBySets } from './formats/perhaps-sets.ts';
import { promptfoo } from './formats/promptfoo.ts';
import { evalPlus, sweBench } from './formats/resolved-ids.ts';
import { table } from './formats/table.ts';
import { knownFile } from './known-files.ts';
import type { FieldChoice, FileStart, LogFormat, RecordedLog } from './recording.ts';

/** The formats, in the order in which they are tried. To add one, create its file and add one line here. */
const logFormats: readonly LogFormat[] = [
  ...[inspect, lmEval, everyEvalEver, promptfoo, helm, lighteval, sweBench, evalPlus],
  table,
];

const startSize = 16_384;

/**
 * Reads a log of another tool, which is recognized by its content. Nothing that the log says is run, opened or fetched.
 * AppError for a file that is no log, or a damaged one; nothing is returned then.
 */
export async function readRecording(file: string, choice: FieldChoice = {}): Promise<RecordedLog> {
  const start = await startOf(file);
  const format = formatOf(start, choice);
  if (format === undefined) throw unknownLog(file, start);
  noteForcedTable(file, start, choice);
  try {
    const log = await format.read(file, choice, start);
    return isUnchanged(file, start)
      ? log
      : { ...log, notes: [...log.notes, `${changed}: read it again when it is finished`] };
  } catch (error) {
    if (!isUnchanged(file, start))
      throw damagedLog(file, '', changed, 'read it again when the program that writes it has ended');
    if (error instanceof AppError) throw error;
    throw damagedLog(file, '', error instanceof Error ? error.message : 'unreadable');
  }
}

const changed = 'the file changed while it was read';

/** Returns whether a file is as it was when its first bytes were read. */
function isUnchanged(file: string, { stamp }: FileStart): boolean {
  const stats = statSync(file, { throwIfNoEntry: false });
  return stats !== undefined && stampOf(stats) === stamp;
}

function stampOf({ ino, size, mtimeMs }: Stats): string {
  return `${ino} ${size} ${mtimeMs}`;
}

/** Returns the format of a file; a table where the user names its columns, and only where no other file of a tool is recognized. */
function formatOf(start: FileStart, { columns }: FieldChoice): LogFormat | undefined {
  if (columns !== undefined) return table;
  const format = logFormats.find(({ looksLike }) => looksLike(start));
  return format === table && knownFile(start) !== null ? undefined : format;
}

/** Says that a recognized log is read as a table, because its columns are named: what the tool says of models and repeats is not read then. */
function noteForcedTable(file: string, start: FileStart, { columns }: FieldChoice): void {
  const own = formatOf(start, {});
  if (columns === undefined || own === undefined || own === table) return;
  const name = oneLine(file, 200);
  tell(
    `note: ${name} is a log of ${own.name}; --columns reads it as a table, without what it says of models and repeats\n`,
  );
}

/** Reads logs that are looked at together: whether a column of tables names data sets is decided over all of them. */
export async function readRecordings(
  files: readonly string[],
  choice: FieldChoice = {},
): Promise<readonly RecordedLog[]> {
  const logs: RecordedLog[] = [];
  for (const file of files) logs.push(await readRecording(file, choice));
  return splitBySets(placeInSets(logs));
}

/**
 * Reads a log, or every log in a folder and the folders below; other files and links there are passed over. AppError
 * without any log.
 */
export async function readLogsAt(path: string, choice: FieldChoice = {}): Promise<readonly RecordedLog[]> {
  if (!(statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false)) return readRecordings([path], choice);
  const logs: RecordedLog[] = [];
  for (const file of candidatesIn(path)) {
    try {
      logs.push(await readRecording(file, choice));
    } catch (error) {
      if (
        !(
          error instanceof AppError &&
          ['log-unknown', 'log-columns', 'log-empty', 'data-format', 'data-not-a-file'].includes(error.code)
        )
      )
        throw error;
    }
  }
  if (logs.length > 0) return splitBySets(placeInSets(logs));
  throw noLogsIn(path);
}

/**
 * Returns the paths of the logs in a folder and the folders below, in the order of their names: those of tools, and tables of answers
 * where it has none of these. What is another file is passed over. AppError without any.
 */
export async function logFilesIn(folder: string): Promise<readonly string[]> {
  const found: { readonly file: string; readonly format: LogFormat }[] = [];
  for (const file of candidatesIn(folder)) {
    const format = formatOf(await startOf(file), {});
    if (format !== undefined) found.push({ file, format });
  }
  const ofTools = found.filter(({ format }) => format !== table);
  const files = (ofTools.length > 0 ? ofTools : found).map(({ file }) => file);
  if (files.length > 0) return files;
  throw noLogsIn(folder);
}

/** Returns whether a file may be a log, by its name. */
export function isLogName(name: string): boolean {
  return /\.(?:eval|jsonl?|csv|tsv|parquet)$/i.test(name);
}

/** Returns the files in a folder and the folders below that may be logs by their names, in the order of these. */
function candidatesIn(folder: string): readonly string[] {
  const { files, links } = filesBelow(folder);
  if (links > 0) tell(`note: passed over ${counted(links, 'symbolic link')} in ${oneLine(folder, 200)}\n`);
  return files.filter(isLogName);
}

function noLogsIn(folder: string): AppError {
  return new AppError('log-unknown', `${oneLine(folder, 200)} has neither a log of ${formatNames()}`, {
    hint: 'give a folder with logs or tables of answers',
  });
}

/** Returns the names of the tools; a table has none. */
function formatNames(): string {
  const tools = logFormats.filter((format) => format !== table).map(({ name }) => name);
  return `${tools.slice(0, -1).join(', ')} or ${tools.at(-1)}, nor a table of answers`;
}

/** Creates the error for a file that no format begins like. AppError where its first bytes say what it is instead. */
function unknownLog(file: string, start: FileStart): AppError {
  const compression = compressionOf(start.bytes);
  if (compression !== null)
    return new AppError(
      'data-format',
      `${oneLine(file, 200)} is compressed (${compression}), and logs are not unpacked`,
      {
        hint: compression === 'gzip' ? 'unpack it first: gunzip -k FILE' : 'unpack it first: zstd -d FILE',
      },
    );
  refuseForeign(oneLine(file, 200), start.bytes);
  const known = knownFile(start);
  if (known !== null)
    return new AppError('log-unknown', `${oneLine(file, 200)} is ${known.what}`, { hint: known.instead });
  if (start.text.replace('\uFEFF', '').trim() === '')
    return new AppError('log-unknown', `${oneLine(file, 200)} is empty`, { hint: whatToGive });
  if (start.bytes.length < startSize && beginsJson(start.text) && isCutJson(start.text))
    return damagedLog(file, '', 'is cut: its JSON is not complete', `${whileWritten}; or copy it again`);
  return new AppError('log-unknown', `${oneLine(file, 200)} is not a log of ${formatNames()}`, {
    hint: whatToGive,
  });
}

/** Returns whether a text begins like the JSON of a log. */
function beginsJson(text: string): boolean {
  return /^\uFEFF?\s*[[{"]/.test(text);
}

const whatToGive =
  'give .eval or .json of Inspect, samples_*.jsonl of lm-eval, out.json of promptfoo, *_samples.jsonl of Every Eval Ever, details_*.parquet of lighteval, per_instance_stats.json of HELM, resolved ids of SWE-bench or EvalPlus, or a table with columns for item, correct and model (docs/logs.md)';

/** Returns whether a file begins like a zip. AppError where it cannot be read. */
export async function isZipFile(file: string): Promise<boolean> {
  return (await startOf(file)).isZip;
}

/** Returns whether a file begins like one JSON object with the head of a log of Inspect. AppError where it cannot be read. */
export async function mayBeInspectJson(file: string): Promise<boolean> {
  const { text } = await startOf(file);
  return /^\uFEFF?\s*\{/.test(text) && /"eval"\s*:/.test(text);
}

async function startOf(file: string): Promise<FileStart> {
  const { O_RDONLY, O_NONBLOCK } = constants; // a pipe without a writer does not block
  const handle = await open(file, O_RDONLY | O_NONBLOCK).catch((cause: unknown) => {
    throw unreadablePath(file, cause);
  });
  try {
    const stats = await handle.stat();
    if (!stats.isFile())
      throw new AppError(
        'data-not-a-file',
        `${oneLine(file, 200)} is ${stats.isDirectory() ? 'a folder, and a log is expected here' : 'not a regular file'}`,
        { hint: 'give the log itself' },
      );
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(startSize), 0, startSize, 0);
    const bytes = buffer.subarray(0, bytesRead);
    const text = bytes.toString();
    const columns = text.startsWith('PAR1') ? await parquetColumns(file) : [];
    return { bytes, text, isZip: bytes.toString('latin1', 0, 2) === 'PK', columns, stamp: stampOf(stats) };
  } finally {
    await handle.close();
  }
}
