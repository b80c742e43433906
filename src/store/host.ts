import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

/** Names what process ids mean: this machine since it was started, and on Linux this container. */
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
    return null; // not Linux, or hidden: then the host name must do
  }
}

/** Whether a process of this host runs. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'; // it runs, under another user
  }
}
