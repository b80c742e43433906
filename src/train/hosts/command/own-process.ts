import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';

/**
 * Returns whether a process of this machine is running and its command line contains a text: process ids are reused,
 * and a signal must not reach another program. Null when the command line cannot be read.
 */
export function isProcessWith(pid: number, text: string): boolean | null {
  if (existsSync('/proc/self/cmdline')) {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(text);
    } catch {
      return false; // the process does not exist
    }
  }
  try {
    return execFileSync('ps', ['-o', 'args=', '-p', String(pid)], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).includes(text);
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    return isMissing ? null : false; // ps exits with 1 if the process does not exist
  }
}

/**
 * Returns the running processes of a process group whose environment contains a text, so that a group of another program
 * with the same number does not count. Only Linux shows the environment; elsewhere every process of the group counts.
 */
export function processesOfGroup(group: number, text: string): readonly number[] {
  if (existsSync('/proc/self/stat')) {
    return readdirSync('/proc')
      .map(Number)
      .filter((pid) => Number.isInteger(pid) && isOfGroup(pid, group) && hasInEnvironment(pid, text));
  }
  try {
    const lines = execFileSync('ps', ['-A', '-o', 'pid=,pgid=,stat='], { encoding: 'utf8' }).trim().split('\n');
    const rows = lines.map((line) => line.trim().split(/\s+/));
    return rows
      .filter(([, of, state]) => Number(of) === group && state?.startsWith('Z') !== true)
      .map(([pid]) => Number(pid));
  } catch {
    return []; // no `ps`, as on Windows, where no process group exists either
  }
}

function isOfGroup(pid: number, group: number): boolean {
  const stat = readProcess(pid, 'stat');
  const [state, , of] = stat.slice(stat.lastIndexOf(')') + 2).split(' '); // the name before may contain anything
  return Number(of) === group && state !== 'Z' && state !== 'X';
}

function hasInEnvironment(pid: number, text: string): boolean {
  return readProcess(pid, 'environ').includes(text);
}

function readProcess(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return ''; // it has ended
  }
}
