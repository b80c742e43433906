import { AppError } from '../../util/app-error.ts';
import { oneLine } from '../../util/text.ts';

/** What to do about a path, where the general advice is not enough. */
interface Advice {
  /** What to give instead of a missing path; absent: the path is relative to the current folder. */
  readonly missing?: string;
  /** Absent: a file is read. */
  readonly of?: 'folder';
}

/**
 * Returns the error for a path of the user that cannot be read, in the words of every command: `data-missing` where nothing is
 * there, `data-not-a-file` for a folder, else `data-unreadable` with the code of the system.
 */
export function unreadablePath(path: string, cause: unknown, { missing, of }: Advice = {}): AppError {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown error';
  const shown = oneLine(path, 200);
  const hint = missing ?? 'check the path: it is relative to the current folder';
  if (code === 'ENOTDIR' && of === 'folder') {
    return new AppError('data-unreadable', `${shown} is not a folder`, { hint, cause });
  }
  if (code === 'ENOENT' || code === 'ENOTDIR') {
    return new AppError('data-missing', `${of ?? 'file'} not found: ${shown}`, { hint, cause });
  }
  if (code === 'EISDIR') {
    return new AppError('data-not-a-file', `${shown} is a folder, and a file is expected here`, {
      hint: 'give the path of a file in it',
      cause,
    });
  }
  return new AppError('data-unreadable', `${shown} cannot be read (${code})`, { hint: 'check its permissions', cause });
}
