import { spawnSync } from 'node:child_process';
import type { CommandOptions } from './command.ts';

/** A disk with slow commits. */
export interface SlowDisk {
  /** Method of slowing it down, for the test's name. */
  readonly name: string;
  readonly options: Pick<CommandOptions, 'environment' | 'under'>;
}

/**
 * Writes take a millisecond each, syncs thirty, so that a kill can fall between the pages of a commit and before its
 * sync.
 */
const strace = [
  ...['strace', '-D', '-f', '--seccomp-bpf', '-qq', '-o', '/dev/null', '-e', 'trace=pwrite64,fdatasync,fsync'],
  ...['-e', 'inject=pwrite64:delay_enter=1000', '-e', 'inject=fdatasync,fsync:delay_enter=30000'],
];

/** Returns a slow disk: slow system calls if strace is available; else each commit waits before and after it is executed. */
export function slowDisk(): SlowDisk {
  const [program = '', ...args] = strace;
  const usable = spawnSync(program, [...args, 'true'], { stdio: 'ignore' }).status === 0;
  if (usable) return { name: 'system calls delayed by strace', options: { under: strace } };
  const NODE_OPTIONS = `--import ${new URL('./slow-commits.ts', import.meta.url).href}`;
  return { name: 'commits delayed in the process', options: { environment: { NODE_OPTIONS } } };
}
