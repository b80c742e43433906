import { type Stats, statSync } from 'node:fs';
import type { Command } from 'commander';
import { findRun } from '../../../answers/prepare/find-run.ts';
import { filesBelow } from '../../../recordings/files-below.ts';
import { isLogName, logFilesIn } from '../../../recordings/formats.ts';
import type { RunRecord } from '../../../store/store.ts';
import { withExistingStore } from '../../../store/use-store.ts';
import { AppError } from '../../../util/app-error.ts';
import { tell } from '../../../util/terminal.ts';
import { textOption } from '../../flags/command-options.ts';
import { hasLogFlags, refuseFlags } from '../../flags/log-flags.ts';

/**
 * Returns the paths of logs that arguments name, with the logs of a folder in the order of their names; null where they are ids or names
 * of runs. AppError for a flag that these do not have, logs beside runs, and a folder without logs.
 */
export async function logPaths(args: readonly string[], command: Command): Promise<readonly string[] | null> {
  const kinds = args.map(kindOf);
  const isOfRuns = kinds.includes('name with logs') && !kinds.includes('log') && !hasLogFlags(command);
  const runs = isOfRuns ? await runNames(args, command) : [];
  const logs = args.filter((arg, index) => kinds[index] !== 'name' && !runs.includes(arg));
  if (logs.length > 0 && logs.length < args.length) {
    const [first = ''] = logs;
    const other = args.find((arg) => !logs.includes(arg));
    throw new AppError('logs-and-runs', `${first} is a ${isFolder(first) ? 'folder' : 'file'} and ${other} is not`, {
      hint: 'give logs only, or runs only; `seb import` stores logs as runs',
    });
  }
  for (const [index, arg] of args.entries())
    if (kinds[index] === 'name with logs' && runs.includes(arg))
      tell(`note: ${arg} is a run and a folder: the run is read; for the folder, write ./${arg}\n`);
  refuseFlags(command, logs.length === 0 ? 'runs' : 'logs');
  return logs.length === 0 ? null : await logsAt(args);
}

/** Returns paths with the logs of a folder, in the order of their names, in its place. AppError for a folder without logs. */
export async function logsAt(paths: readonly string[]): Promise<readonly string[]> {
  const files: string[] = [];
  for (const path of paths) files.push(...(isFolder(path) ? await logFilesIn(path) : [path]));
  return files;
}

/**
 * Returns what an argument is: a log, which is a path of a file, or of a folder that is written as a path; the name of a folder with
 * logs, also in folders below, which may be that of a run, too; or another name.
 */
function kindOf(arg: string): 'log' | 'name with logs' | 'name' {
  if (/[/\\]/.test(arg) || isLogName(arg) || found(arg)?.isFile() === true) return 'log';
  return isFolder(arg) && filesBelow(arg).files.some(isLogName) ? 'name with logs' : 'name';
}

/** Returns the arguments that select a run of the store; none without a store. */
async function runNames(args: readonly string[], command: Command): Promise<readonly string[]> {
  try {
    return await withExistingStore(textOption(command, 'store'), async (store) => {
      const runs = await store.runs();
      return args.filter((arg) => isRun(runs, arg));
    });
  } catch (error) {
    if (error instanceof AppError && error.code === 'no-store') return [];
    throw error;
  }
}

/** Returns whether an argument is the name or the id of a run, as `findRun` reads it. */
function isRun(runs: readonly RunRecord[], arg: string): boolean {
  try {
    return findRun(runs, arg) !== undefined;
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}

function isFolder(path: string): boolean {
  return found(path)?.isDirectory() === true;
}

function found(path: string): Stats | undefined {
  return statSync(path, { throwIfNoEntry: false });
}
