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

/** Returns whether a process of this host is running. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'; // it runs as another user
  }
}
