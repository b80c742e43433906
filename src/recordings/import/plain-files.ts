import { type Dirent, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { unreadablePath } from '../../data/files/unreadable-path.ts';
import { AppError } from '../../util/app-error.ts';

/**
 * Refuses a downloaded folder with links, pipes or devices below the entries whose names match: reading them could
 * reach the user's files, or never end.
 */
export function refuseLinks(folder: string, names: RegExp): void {
  for (const entry of entriesOf(folder)) {
    if (!names.test(entry.name)) continue;
    refuse(folder, entry);
    if (entry.isDirectory()) refuseLinks(join(folder, entry.name), /^/);
  }
}

function refuse(folder: string, entry: Dirent): void {
  if (entry.isDirectory() || entry.isFile()) return;
  const kind = entry.isSymbolicLink() ? 'a symbolic link' : 'not a plain file';
  throw new AppError('import-link', `${join(folder, entry.name)} is ${kind}`, {
    hint: 'only files and folders are imported; remove it, or replace it with its target',
  });
}

function entriesOf(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (cause) {
    throw unreadablePath(folder, cause, { of: 'folder', missing: 'give the folder of a clone of the repository' });
  }
}
