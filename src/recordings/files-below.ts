import { type Dirent, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { unreadablePath } from '../data/files/unreadable-path.ts';

/**
 * Returns the paths of the files in a folder and the folders below, in order, and the number of symbolic links. No link is
 * followed: it leads out of the folder, or to a file that is read already, or in a circle. AppError for a folder that
 * cannot be read.
 */
export function filesBelow(folder: string): { readonly files: readonly string[]; readonly links: number } {
  const files: string[] = [];
  let links = 0;
  const open = [''];
  for (let below = open.pop(); below !== undefined; below = open.pop()) {
    for (const entry of entriesOf(join(folder, below))) {
      const path = join(below, entry.name);
      if (entry.isSymbolicLink()) links += 1;
      else if (entry.isDirectory()) open.push(path);
      else files.push(path);
    }
  }
  return { files: files.toSorted().map((file) => join(folder, file)), links };
}

function entriesOf(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (cause) {
    throw unreadablePath(folder, cause, { of: 'folder' });
  }
}
