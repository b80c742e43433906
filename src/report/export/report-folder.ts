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

/** Lists the files of the report, a path a line, so that a later report into the same folder can take away what is stale. */
export const manifestName = 'files.txt';

/** The folder of a report: every file is named here before it is written. */
export class ReportFolder {
  readonly path: string;
  readonly #files: string[] = [];
  readonly #earlier: readonly string[];

  /** Makes the folder where there is none. Throws AppError `report-folder` where it cannot. */
  constructor(path: string) {
    this.path = path;
    makeFolder(path);
    this.#earlier = listedIn(path);
  }

  /** Paths inside the folder, in the order in which they were named. */
  get files(): readonly string[] {
    return this.#files;
  }

  /** Where to write a file of the report, whose path inside the folder is given with slashes. */
  place(file: string): string {
    const place = this.#own(file);
    // listed at once: what an interrupted report leaves is taken away by the next one
    appendFileSync(this.#own(manifestName), `${file}\n`);
    this.#files.push(file);
    return place;
  }

  write(file: string, text: string): void {
    writeFileSync(this.place(file), text);
  }

  /** Writes bytes to a file of the folder. */
  writeBytes(file: string, bytes: Uint8Array): void {
    writeFileSync(this.place(file), bytes);
  }

  /** The path of a file that lies in the folder itself. AppError where a link, a pipe or a device lies in its place. */
  #own(file: string): string {
    const place = join(this.path, file);
    mkdirSync(dirname(place), { recursive: true });
    const isInside = `${realpathSync(dirname(place))}${sep}`.startsWith(`${realpathSync(this.path)}${sep}`);
    if (isInside && lstatSync(place, { throwIfNoEntry: false })?.isFile() !== false) return place;
    throw new AppError('report-link', `${place} is a link or not a plain file`, {
      hint: 'remove it, or name another folder with --out; a report is not written through links',
    });
  }

  /** Removes what an earlier report listed and this one has not written; nothing else is touched. */
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
    return []; // no report of ours was here
  }
}

/** A plain file that lies in the folder itself: a list that was tampered with reaches nothing else. */
function isOwnFile(folder: string, file: string): boolean {
  if (file === '' || file === manifestName || isAbsolute(file) || file.split(/[/\\]/).includes('..')) return false;
  try {
    const place = join(folder, file);
    return (
      lstatSync(place).isFile() && `${realpathSync(dirname(place))}${sep}`.startsWith(`${realpathSync(folder)}${sep}`)
    );
  } catch {
    return false; // it is gone already
  }
}

function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true });
    if (statSync(folder).isDirectory()) return;
  } catch (cause) {
    throw new AppError('report-folder', `cannot make the folder ${folder}`, {
      hint: 'name a folder that can be written, with --out',
      cause,
    });
  }
}

/** What keeps a file from being written, by the system's error code. */
const writeFaults: Readonly<Record<string, readonly [why: string, hint: string]>> = {
  ENOSPC: ['the disk is full', 'free some space, then make the report again'],
  EDQUOT: ['your disk quota is used up', 'free some space, then make the report again'],
  EFBIG: ['a file would be larger than is allowed', 'raise the limit on the size of files'],
  EIO: ['the disk reports an error', 'check the disk, or name another folder with --out'],
  EROFS: ['the file system is read-only', 'name another folder with --out'],
  EACCES: ['you may not write there', 'change the permissions, or name another folder with --out'],
  EPERM: ['you may not write there', 'change the permissions, or name another folder with --out'],
  EISDIR: ['a folder lies in the place of a file', 'name another folder with --out'],
  ENOTDIR: ['a file lies in the place of a folder', 'name another folder with --out'],
  EEXIST: ['a file lies in the place of a folder', 'name another folder with --out'],
};

/** What an error means that writing a report into the folder has thrown; errors of other kinds as they are. */
export function explainWriting(error: unknown, folder: string): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const fault = error instanceof AppError ? undefined : writeFaults[code];
  if (fault === undefined) return error;
  const [why, hint] = fault;
  return new AppError('report-folder', `the report cannot be written to ${folder}: ${why}`, { hint, cause: error });
}
