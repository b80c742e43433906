import { closeSync, openSync, readSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { writePrivate } from './command-folder.ts';

/** Size of log.txt, in bytes, beyond which its end is moved to log.1.txt. */
export const maxLogBytes = 16 * 1024 * 1024;

/**
 * Bounds the log of a job folder: once log.txt is too large, its last 16 MB replace log.1.txt, and log.txt starts
 * again. The command keeps its open file, to which it appends. Lines written during the move can get lost.
 */
export function boundLog(folder: string): void {
  const log = join(folder, 'log.txt');
  const { size } = statSync(log, { throwIfNoEntry: false }) ?? { size: 0 };
  if (size <= maxLogBytes) return;
  const end = Buffer.alloc(maxLogBytes);
  const file = openSync(log, 'r');
  try {
    const read = readSync(file, end, 0, maxLogBytes, size - maxLogBytes);
    writePrivate(join(folder, 'log.1.txt'), end.subarray(0, read));
  } finally {
    closeSync(file);
  }
  truncateSync(log);
}
