import { type ChildProcess, spawn } from 'node:child_process';
import { linkSync, renameSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tell } from '../../util/terminal.ts';
import { readTask } from './command-folder.ts';

/**
 * A process of its own that runs the command of a job folder once, and survives the end of `seb`. The first to make claim.json runs
 * it; any other ends at once. Its end is written to exit.json.
 */
const folder = process.argv[2] ?? '.';

/** A link is made with its content or not at all, and only once. */
function claim(): boolean {
  const part = join(folder, `claim.${process.pid}.part`);
  writeFileSync(part, JSON.stringify({ pid: process.pid, startedAt: new Date().toISOString() }));
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
  writeFileSync(join(folder, 'exit.json.part'), JSON.stringify({ code, signal, cancelled }));
  renameSync(join(folder, 'exit.json.part'), join(folder, 'exit.json'));
}

let child: ChildProcess | null = null;
let isCancelled = false;

function cancel(): void {
  isCancelled = true;
  if (child?.pid === undefined) return;
  try {
    process.kill(process.platform === 'win32' ? child.pid : -child.pid, 'SIGTERM');
  } catch {
    // it has ended a moment before
  }
}

function run(): void {
  const { command } = readTask(folder);
  // A group of its own, so that a cancellation reaches every process of the command.
  child = spawn(command, { shell: true, cwd: folder, detached: process.platform !== 'win32', stdio: 'inherit' });
  child.on('error', (error) => {
    tell(`${error.message}\n`);
    end(127, null, isCancelled);
  });
  child.on('close', (code, signal) => end(code, signal, isCancelled));
}

// Before the claim: from then on a cancellation may come, and must not end this process without a result.
process.on('SIGTERM', cancel);
process.on('SIGINT', cancel);
if (claim()) run();
