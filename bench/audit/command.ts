import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const main = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url));
const lookEveryMs = 100;

export interface SebOptions {
  readonly environment?: Readonly<Record<string, string>>;
  /** After this time the command is killed, which counts as a hang. */
  readonly timeoutMs?: number;
  /** Gets the process once it has started, to send it a signal. */
  readonly onStart?: (child: ChildProcess) => void;
}

/** How a `seb` command ended. */
export interface SebEnd {
  /** Exit code; null when a signal ended the process. */
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly seconds: number;
  /** Whether it was killed at its time limit. */
  readonly hung: boolean;
  /** Peak resident memory of the command and its children together, MiB; null where /proc does not exist. */
  readonly peakMb: number | null;
}

/** Process ids of a process and all its descendants, from /proc. */
function descendants(root: number): readonly number[] {
  const children = new Map<number, number[]>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const parent = Number(statField(Number(name), 'PPid'));
    children.set(parent, [...(children.get(parent) ?? []), Number(name)]);
  }
  const found = [root];
  for (const id of found) found.push(...(children.get(id) ?? []));
  return found;
}

function statField(id: number, field: string): string | null {
  try {
    return new RegExp(`^${field}:\\s*(\\d+)`, 'm').exec(readFileSync(`/proc/${id}/status`, 'utf8'))?.[1] ?? null;
  } catch {
    return null; // it has ended
  }
}

function residentMb(root: number): number | null {
  try {
    return descendants(root).reduce((sum, id) => sum + Number(statField(id, 'VmRSS') ?? 0), 0) / 1024;
  } catch {
    return null; // no /proc
  }
}

/** Runs `seb` in a folder, without keys or options of the user's shell. */
export function runSeb(args: readonly string[], folder: string, options: SebOptions = {}): Promise<SebEnd> {
  const { environment = {}, timeoutMs = 300_000, onStart } = options;
  const startedAt = performance.now();
  const child = spawn(process.execPath, [main, ...args], {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: folder, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  let peakMb: number | null = null;
  let hung = false;
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const look = setInterval(() => {
    const resident = child.pid === undefined ? null : residentMb(child.pid);
    if (resident !== null) peakMb = Math.max(peakMb ?? 0, resident);
  }, lookEveryMs);
  const limit = setTimeout(() => {
    hung = true;
    child.kill('SIGKILL');
  }, timeoutMs);
  onStart?.(child);
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => {
      clearInterval(look);
      clearTimeout(limit);
      resolve({ code, signal, stdout, stderr, seconds: (performance.now() - startedAt) / 1000, hung, peakMb });
    });
  });
}
