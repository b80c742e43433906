import { type Stats, statSync } from 'node:fs';
import type { Command } from 'commander';
import { filesBelow } from '../../../recordings/files-below.ts';
import { isLogName, logFilesIn } from '../../../recordings/formats.ts';
import { AppError } from '../../../util/app-error.ts';
import { refuseFlags } from '../../flags/log-flags.ts';

/**
 * Returns the paths of logs that arguments name, with the logs of a folder in the order of their names; null where they are ids or names
 * of runs. AppError for a flag that these do not have, logs beside runs, and a folder without logs.
 */
export async function logPaths(args: readonly string[], command: Command): Promise<readonly string[] | null> {
  const logs = args.filter(isLog);
  if (logs.length > 0 && logs.length < args.length)
    throw new AppError('logs-and-runs', `${logs[0]} is a file and ${args.find((arg) => !isLog(arg))} is not`, {
      hint: 'give logs only, or runs only; `seb import` stores logs as runs',
    });
  refuseFlags(command, logs.length === 0 ? 'runs' : 'logs');
  return logs.length === 0 ? null : await logsAt(args);
}

/** Returns paths with the logs of a folder, in the order of their names, in its place. AppError for a folder without logs. */
export async function logsAt(paths: readonly string[]): Promise<readonly string[]> {
  const files: string[] = [];
  for (const path of paths) files.push(...(found(path)?.isDirectory() === true ? await logFilesIn(path) : [path]));
  return files;
}

/** Returns whether an argument is a path: of a file, or of a folder that is written as a path or holds files of logs, also in folders below. */
function isLog(arg: string): boolean {
  if (/[/\\]/.test(arg) || isLogName(arg)) return true;
  const stats = found(arg);
  return stats?.isFile() === true || (stats?.isDirectory() === true && filesBelow(arg).files.some(isLogName));
}

function found(path: string): Stats | undefined {
  return statSync(path, { throwIfNoEntry: false });
}
