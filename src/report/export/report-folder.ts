import {
  appendFileSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, isAbsolute, join, sep } from 'node:path';
import { AppError } from '../../util/app-error.ts';

/**
 * Name of the list of the report's files, one path per line, with which a later report into the same folder removes
 * stale files.
 */
export const manifestName = 'files.txt';

/** The folder of a report; every file is listed here before it is written. */
export class ReportFolder {
  readonly path: string;
  readonly #files: string[] = [];
  readonly #earlier: readonly string[];

  /** Creates the folder if needed. Throws AppError `report-folder` where it cannot. */
  constructor(path: string) {
    this.path = path;
    makeFolder(path);
    this.#earlier = listedIn(path);
  }

  /** Paths inside the folder, in the order in which they were listed. */
  get files(): readonly string[] {
    return this.#files;
  }

  /** Returns the path at which to write a file of the report, given its path inside the folder with slashes. */
  place(file: string): string {
    const place = this.#own(file);
    // listed at once, so that the next report removes the files of an interrupted one
    appendFileSync(this.#own(manifestName), `${file}\n`);
    this.#files.push(file);
    return place;
  }

  write(file: string, text: string): void {
    writeFileSync(this.place(file), text);
  }

  writeBytes(file: string, bytes: Uint8Array): void {
    writeFileSync(this.place(file), bytes);
  }

  /** Returns the path of a file directly inside the folder. AppError if a link, a pipe or a device has that name. */
  #own(file: string): string {
    const place = join(this.path, file);
    mkdirSync(dirname(place), { recursive: true });
    const isInside = `${realpathSync(dirname(place))}${sep}`.startsWith(`${realpathSync(this.path)}${sep}`);
    if (isInside && lstatSync(place, { throwIfNoEntry: false })?.isFile() !== false) return place;
    throw new AppError('report-link', `${place} is a link or not a regular file`, {
      hint: 'remove it, or choose a different folder with --out; reports are not written through links',
    });
  }

  /** Removes files that an earlier report listed and this one has not written; touches nothing else. */
  finish(): void {
    const own = new Set(this.#files);
    for (const file of this.#earlier) {
      if (!own.has(file) && isOwnFile(this.path, file)) rmSync(join(this.path, file));
    }
    writeFileSync(this.#own(manifestName), `${this.#files.join('\n')}\n`);
  }
}

function listedIn(folder: string): readonly string[] {
  try {
    return [...new Set(readFileSync(join(folder, manifestName), 'utf8').split('\n'))];
  } catch {
    return []; // the folder has no earlier report
  }
}

/** Returns whether a path is a regular file inside the folder, so that a tampered list cannot reach other files. */
function isOwnFile(folder: string, file: string): boolean {
  if (file === '' || file === manifestName || isAbsolute(file) || file.split(/[/\\]/).includes('..')) return false;
  try {
    const place = join(folder, file);
    return (
      lstatSync(place).isFile() && `${realpathSync(dirname(place))}${sep}`.startsWith(`${realpathSync(folder)}${sep}`)
    );
  } catch {
    return false; // already removed
  }
}

function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true });
    if (statSync(folder).isDirectory()) return;
  } catch (cause) {
    throw new AppError('report-folder', `cannot make the folder ${folder}`, {
      hint: 'choose a writable folder with --out',
      cause,
    });
  }
}

/** Why a file cannot be written, by the system's error code. */
const writeFaults: Readonly<Record<string, readonly [why: string, hint: string]>> = {
  ENOSPC: ['the disk is full', 'free some space, then write the report again'],
  EDQUOT: ['your disk quota is used up', 'free some space, then write the report again'],
  EFBIG: ['a file would exceed the allowed size', 'raise the file size limit'],
  EIO: ['the disk reports an error', 'check the disk, or choose a different folder with --out'],
  EROFS: ['the file system is read-only', 'choose a different folder with --out'],
  EACCES: ['you do not have write permission', 'change the permissions, or choose a different folder with --out'],
  EPERM: ['you do not have write permission', 'change the permissions, or choose a different folder with --out'],
  EISDIR: ['a folder has the name of a report file', 'choose a different folder with --out'],
  ENOTDIR: ['a file has the name of a report folder', 'choose a different folder with --out'],
  EEXIST: ['a file has the name of a report folder', 'choose a different folder with --out'],
};

/** Returns the error that explains a failure to write a report into the folder; other errors unchanged. */
export function explainWriting(error: unknown, folder: string): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const fault = error instanceof AppError ? undefined : writeFaults[code];
  if (fault === undefined) return error;
  const [why, hint] = fault;
  return new AppError('report-folder', `the report cannot be written to ${folder}: ${why}`, { hint, cause: error });
}
