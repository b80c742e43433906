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
import { AppError } from '../util/app-error.ts';

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
    const place = join(this.path, file);
    mkdirSync(dirname(place), { recursive: true });
    // listed at once: what an interrupted report leaves is taken away by the next one
    appendFileSync(join(this.path, manifestName), `${file}\n`);
    this.#files.push(file);
    return place;
  }

  write(file: string, text: string): void {
    writeFileSync(this.place(file), text);
  }

  /** Removes what an earlier report listed and this one has not written; nothing else is touched. */
  finish(): void {
    const own = new Set(this.#files);
    for (const file of this.#earlier) {
      if (!own.has(file) && isOwnFile(this.path, file)) rmSync(join(this.path, file));
    }
    writeFileSync(join(this.path, manifestName), `${this.#files.join('\n')}\n`);
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
