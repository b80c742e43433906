import { accessSync, closeSync, constants, mkdirSync, openSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { AppError } from '../../util/app-error.ts';

/** What is wrong and what helps, by the system's error code. */
const explanations: Readonly<Record<string, readonly [wrong: string, hint: string]>> = {
  EACCES: ['you may not write there', 'change the permissions, or name another place with --store'],
  EPERM: ['you may not write there', 'change the permissions, or name another place with --store'],
  EROFS: [
    'the file system is read-only',
    'copy the store to a place that can be written, or name another with --store',
  ],
  ENOSPC: ['the disk is full', 'free some space'],
  EDQUOT: ['your disk quota is used up', 'free some space'],
  ENOTDIR: ['a part of the path is a file, not a folder', 'name another place with --store'],
  EEXIST: ['a part of the path is a file, not a folder', 'name another place with --store'],
  EISDIR: ['it is a folder', 'name a file in it'],
  ELOOP: ['a symbolic link in its path leads back to itself', 'name another place with --store'],
  ENAMETOOLONG: ['the name is too long', 'name another place with --store'],
  ENOENT: ['the folder cannot be made', 'name another place with --store'],
};

/** Whether a file can be read but not written: its own permissions, its folder's, or a read-only file system. */
export function isReadOnly(file: string): boolean {
  const isFile = succeeds(() => statSync(file)) && statSync(file).isFile();
  if (!isFile || !succeeds(() => closeSync(openSync(file, 'r')))) return false;
  const isWritable = succeeds(() => closeSync(openSync(file, 'r+')));
  return !isWritable || !succeeds(() => accessSync(dirname(file), constants.W_OK));
}

function succeeds(action: () => void): boolean {
  try {
    action();
    return true;
  } catch {
    return false;
  }
}

/**
 * Makes sure that there is a file that can be read and written. A new one, and with it SQLite's files beside it, is for
 * the user alone.
 */
export function prepareFile(file: string): void {
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    closeSync(openSync(file, 'a', 0o600));
    accessSync(dirname(file), constants.W_OK); // SQLite keeps its journal beside the file
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    const explanation = explanations[code];
    if (explanation === undefined) throw error;
    const [wrong, hint] = explanation;
    throw new AppError('store-cannot-open', `the store ${file} cannot be opened: ${wrong}`, { hint, cause: error });
  }
  if (!statSync(file).isFile()) {
    throw new AppError('store-cannot-open', `the store ${file} is not a file`, { hint: 'name a file with --store' });
  }
}
