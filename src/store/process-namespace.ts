import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

/** Returns the namespace of process ids: this machine since its last boot, and on Linux this container. */
export function hostIdentity(): string {
  return [
    hostname(),
    read(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()),
    read(() => readlinkSync('/proc/self/ns/pid')),
  ]
    .filter((part) => part !== null)
    .join(' ');
}

function read(source: () => string): string | null {
  try {
    return source();
  } catch {
    return null; // not Linux, or hidden: use the host name alone
  }
}

/**
 * Returns whether a process of this host is running: `running` is certain (the same process that started at `start`,
 * and not suspended), `unknown` where this system does not tell or the process is suspended.
 */
export function processState(pid: number, start: string | null): 'running' | 'ended' | 'unknown' {
  if (!exists(pid)) return 'ended';
  const stat = processStat(pid);
  if (stat === null || start === null) return 'unknown';
  if (stat.start !== start || 'ZX'.includes(stat.state)) return 'ended'; // the id was given to a new process, or only its exit code is left
  return 'Tt'.includes(stat.state) ? 'unknown' : 'running';
}

/** Returns when a process of this host started, in clock ticks since the boot; null where the system does not tell. */
export function processStart(pid: number): string | null {
  return processStat(pid)?.start ?? null;
}

/** Reads state and start of a process as proc_pid_stat(5) describes: fields 3 and 22. */
function processStat(pid: number): { readonly state: string; readonly start: string } | null {
  const text = read(() => readFileSync(`/proc/${pid}/stat`, 'utf8'));
  const fields = text?.slice(text.lastIndexOf(')') + 2).split(' ');
  const [state, start] = [fields?.[0], fields?.[19]];
  return state === undefined || start === undefined ? null : { state, start };
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'; // it runs as another user
  }
}
