import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const main = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url));
const socketLog = new URL('./socket-log.ts', import.meta.url).href;

export interface Ended {
  /** Exit code; null when a signal ended the process. */
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Started {
  readonly child: ChildProcess;
  /** Resolves when the text has been written to stderr. */
  said(text: string): Promise<void>;
  readonly ended: Promise<Ended>;
}

export interface CommandOptions {
  /** Folder in which the command runs. */
  readonly folder: string;
  readonly environment?: Readonly<Record<string, string>>;
  /** Commands that wrap the process; each must exec it, so that it can be killed. */
  readonly under?: readonly string[];
  /** Main file of the program; absent: that of the sources. */
  readonly program?: string;
}

/** Starts `seb` as a separate process, in an environment without the test user's keys and options. */
export function start(args: readonly string[], options: CommandOptions): Started {
  const { folder, environment = {}, under = [], program: file = main } = options;
  const [program = process.execPath, ...rest] = [...under, process.execPath, '--import', socketLog, file, ...args];
  const { PATH } = process.env;
  const child = spawn(program, rest, {
    cwd: folder,
    env: { PATH, HOME: folder, SEB_TEST_SOCKETS: socketFile(folder), ...userFolders(), ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const ended = new Promise<Ended>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => resolve({ code, signal, stdout, stderr }));
  });
  const said = (text: string) =>
    new Promise<void>((resolve) => {
      const look = () => {
        if (stderr.includes(text)) resolve();
      };
      child.stderr.on('data', look);
      look();
    });
  return { child, said, ended };
}

/** Returns the variables with the folders for compiled modules and state, which `compile-cache.ts` sets. */
function userFolders(): Readonly<Record<string, string>> {
  const { NODE_COMPILE_CACHE, XDG_STATE_HOME } = process.env;
  return {
    ...(NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE }),
    ...(XDG_STATE_HOME === undefined ? {} : { XDG_STATE_HOME }),
  };
}

/** Runs `seb` to its end. */
export function seb(args: readonly string[], options: CommandOptions): Promise<Ended> {
  return start(args, options).ended;
}

function socketFile(folder: string): string {
  return join(folder, 'sockets.log');
}

/** Returns the distinct socket addresses (`host:port`) that the commands in a folder have opened so far. */
export function socketsOf(folder: string): readonly string[] {
  try {
    return [...new Set(readFileSync(socketFile(folder), 'utf8').trim().split('\n'))].sort();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []; // no socket was opened
    throw error;
  }
}
