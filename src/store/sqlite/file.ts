import { accessSync, closeSync, constants, mkdirSync, openSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { AppError } from '../../util/app-error.ts';

/** Problem and advice by the system's error code. */
const explanations: Readonly<Record<string, readonly [wrong: string, hint: string]>> = {
  EACCES: [
    'you do not have permission to read and write it',
    'change the permissions, or choose a different file with --store',
  ],
  EPERM: [
    'you do not have permission to read and write it',
    'change the permissions, or choose a different file with --store',
  ],
  EROFS: [
    'the file system is read-only',
    'copy the store to a writable folder, or choose a different file with --store',
  ],
  ENOSPC: ['the disk is full', 'free some space'],
  EDQUOT: ['your disk quota is used up', 'free some space'],
  ENOTDIR: ['a part of the path is a file, not a folder', 'choose a different file with --store'],
  EEXIST: ['a part of the path is a file, not a folder', 'choose a different file with --store'],
  EISDIR: ['it is a folder', 'give a file in that folder'],
  ELOOP: ['its path contains a loop of symbolic links', 'choose a different file with --store'],
  ENAMETOOLONG: ['the name is too long', 'choose a different file with --store'],
  ENOENT: ['the folder cannot be created', 'choose a different file with --store'],
};

/** Returns whether a file can be read but not written, due to its permissions, its folder's, or a read-only file system. */
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
 * Ensures that the file exists and can be read and written. A new file, and SQLite's files next to it, are accessible
 * to the user only.
 */
export function prepareFile(file: string): void {
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    closeSync(openSync(file, 'a', 0o600));
    accessSync(dirname(file), constants.W_OK); // SQLite keeps its journal next to the file
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    const explanation = explanations[code];
    if (explanation === undefined) throw error;
    const [wrong, hint] = explanation;
    throw new AppError('store-cannot-open', `the store ${file} cannot be opened: ${wrong}`, { hint, cause: error });
  }
  if (!statSync(file).isFile()) {
    throw new AppError('store-cannot-open', `the store ${file} is not a file`, { hint: 'give a file with --store' });
  }
}
