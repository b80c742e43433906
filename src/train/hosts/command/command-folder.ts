import { existsSync, readFileSync, realpathSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { isAbsolute, join, relative, sep } from 'node:path';
import { z } from 'zod';
import { AppError } from '../../../util/app-error.ts';

/** Code of the AppError for a job folder whose files cannot be read. */
export const damagedFolder = 'job-folder-damaged';

const taskSchema = z.strictObject({
  command: z.string(),
  adapter: z.string(),
  base: z.string(),
  rank: z.number().nullable(),
});
const claimSchema = z.strictObject({
  pid: z.int().positive(),
  startedAt: z.string(),
  /** Process group of the command, once it has started; absent in folders of earlier versions. */
  group: z.int().positive().optional(),
});
type Claim = z.infer<typeof claimSchema>;
const exitSchema = z.strictObject({ code: z.int().nullable(), signal: z.string().nullable(), cancelled: z.boolean() });

/** Task of a job folder's runner, written before it starts. */
type CommandTask = z.infer<typeof taskSchema>;

function read<Value>(file: string, schema: z.ZodType<Value>): Value | null {
  if (!existsSync(file)) return null;
  try {
    return schema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (cause) {
    throw damaged(file, 'cannot be read', cause);
  }
}

function damaged(file: string, what: string, cause?: unknown): AppError {
  return new AppError(damagedFolder, `${file} ${what}`, {
    hint: 'check that no process still trains in this folder, then move it away and run the same command again',
    cause,
  });
}

/** Writes a file that only this user can read. */
export function writePrivate(file: string, content: string | Uint8Array): void {
  writeFileSync(file, content, { mode: 0o600 });
}

/** Returns whether a path lies inside a folder, by its words: links are not followed. */
export function isInside(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

/** Returns why an adapter, named relative to its job folder, cannot be used; null if it is a file in that folder. */
export function adapterProblem(folder: string, adapter: string): string | null {
  const file = join(folder, adapter);
  if (!existsSync(file)) return `did not write ${adapter}`;
  if (!isInside(realpathSync(folder), realpathSync(file))) return `${adapter} leads out of the folder of the job`;
  return statSync(file).isFile() ? null : `${adapter} is not a file`;
}

export function readTask(folder: string): CommandTask {
  const task = read(join(folder, 'task.json'), taskSchema);
  if (task === null) throw damaged(join(folder, 'task.json'), 'is missing');
  return task;
}

/** Returns which process runs the command; null if none has started. */
export function readClaim(folder: string): Claim | null {
  return read(join(folder, 'claim.json'), claimSchema);
}

/** Writes who runs the command: atomically, over the claim that the runner has made. */
export function writeClaim(folder: string, claim: Claim): void {
  replaceFile(join(folder, 'claim.json'), claim);
}

/** Writes how the command ended, atomically. */
export function writeExit(folder: string, exit: z.infer<typeof exitSchema>): void {
  replaceFile(join(folder, 'exit.json'), exit);
}

function replaceFile(file: string, content: unknown): void {
  const part = `${file}.${process.pid}.part`;
  writePrivate(part, JSON.stringify(content));
  renameSync(part, file);
}

/** Returns how the command ended; null if it has not. */
export function readExit(folder: string): z.infer<typeof exitSchema> | null {
  return read(join(folder, 'exit.json'), exitSchema);
}
