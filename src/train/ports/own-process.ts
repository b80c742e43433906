import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

/**
 * Whether a process of this machine runs and its command line holds a text: process ids are used again, and a signal must not reach
 * another program. Null when the command line cannot be read here.
 */
export function isProcessWith(pid: number, text: string): boolean | null {
  if (existsSync('/proc/self/cmdline')) {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(text);
    } catch {
      return false; // there is no such process
    }
  }
  try {
    return execFileSync('ps', ['-o', 'args=', '-p', String(pid)], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).includes(text);
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    return isMissing ? null : false; // ps ends with 1 when there is no such process
  }
}
