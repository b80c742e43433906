import { spawnSync } from 'node:child_process';
import type { CommandOptions } from './command.ts';

/** A disk on which a commit takes long. */
export interface SlowDisk {
  /** How it is made slow, for the test's name. */
  readonly name: string;
  readonly options: Pick<CommandOptions, 'environment' | 'under'>;
}

/** Writes take a millisecond each, syncs thirty: a kill falls between the pages of a commit as well as before its sync. */
const strace = [
  ...['strace', '-D', '-f', '--seccomp-bpf', '-qq', '-o', '/dev/null', '-e', 'trace=pwrite64,fdatasync,fsync'],
  ...['-e', 'inject=pwrite64:delay_enter=1000', '-e', 'inject=fdatasync,fsync:delay_enter=30000'],
];

/** Slow in the system's calls where strace may be used; else each commit waits before and after it is carried out. */
export function slowDisk(): SlowDisk {
  const [program = '', ...args] = strace;
  const usable = spawnSync(program, [...args, 'true'], { stdio: 'ignore' }).status === 0;
  if (usable) return { name: 'system calls delayed by strace', options: { under: strace } };
  const NODE_OPTIONS = `--import ${new URL('./slow-commits.ts', import.meta.url).href}`;
  return { name: 'commits delayed in the process', options: { environment: { NODE_OPTIONS } } };
}
