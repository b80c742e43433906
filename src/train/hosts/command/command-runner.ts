import { type ChildProcess, spawn } from 'node:child_process';
import { linkSync, unlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { tell } from '../../../util/terminal.ts';
import { readTask, writeClaim, writeExit, writePrivate } from './command-folder.ts';
import { jobFolderVariable } from './command-line.ts';
import { boundLog } from './command-log.ts';

/**
 * Program of a separate process that runs the command of a job folder once, and survives the end of `seb`. The first
 * process to create claim.json runs it; any other exits at once. The result is written to exit.json.
 */
const folder = resolve(process.argv[2] ?? '.');
const logLookMs = 1_000;
const startedAt = new Date().toISOString();

/** Claims the folder. A hard link is created atomically with its content, and only once. */
function claim(): boolean {
  const part = join(folder, `claim.${process.pid}.part`);
  writePrivate(part, JSON.stringify({ pid: process.pid, startedAt }));
  try {
    linkSync(part, join(folder, 'claim.json'));
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  } finally {
    unlinkSync(part);
  }
}

function end(code: number | null, signal: string | null, cancelled: boolean): void {
  boundLog(folder);
  writeExit(folder, { code, signal, cancelled });
}

let child: ChildProcess | null = null;
let isCancelled = false;

function cancel(): void {
  isCancelled = true;
  if (child?.pid === undefined) return;
  try {
    process.kill(process.platform === 'win32' ? child.pid : -child.pid, 'SIGTERM');
  } catch {
    // the process has just ended
  }
}

function run(): void {
  const { command } = readTask(folder);
  // A separate process group, so that a cancellation reaches every process of the command.
  child = spawn(command, {
    ...{ shell: true, cwd: folder, detached: process.platform !== 'win32', stdio: 'inherit' },
    env: { ...process.env, [jobFolderVariable]: folder },
  });
  if (child.pid !== undefined) writeClaim(folder, { pid: process.pid, startedAt, group: child.pid });
  setInterval(() => boundLog(folder), logLookMs).unref();
  child.on('error', (error) => {
    tell(`${error.message}\n`);
    end(127, null, isCancelled);
  });
  child.on('close', (code, signal) => end(code, signal, isCancelled));
}

// Before the claim: from then on a cancellation may arrive, and must not end this process without a result.
process.on('SIGTERM', cancel);
process.on('SIGINT', cancel);
if (claim()) run();
