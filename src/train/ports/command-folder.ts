import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const taskSchema = z.strictObject({
  command: z.string(),
  adapter: z.string(),
  base: z.string(),
  rank: z.number().nullable(),
});
const claimSchema = z.strictObject({ pid: z.int().positive(), startedAt: z.string() });
const exitSchema = z.strictObject({ code: z.int().nullable(), signal: z.string().nullable(), cancelled: z.boolean() });

/** Task of a job folder's runner, written before it starts. */
type CommandTask = z.infer<typeof taskSchema>;

function read<Value>(file: string, schema: z.ZodType<Value>): Value | null {
  if (!existsSync(file)) return null;
  return schema.parse(JSON.parse(readFileSync(file, 'utf8')));
}

export function readTask(folder: string): CommandTask {
  const task = read(join(folder, 'task.json'), taskSchema);
  if (task === null) throw new Error(`${folder} has no task.json`);
  return task;
}

/** Returns which process runs the command; null if none has started. */
export function readClaim(folder: string): z.infer<typeof claimSchema> | null {
  return read(join(folder, 'claim.json'), claimSchema);
}

/** Returns how the command ended; null if it has not. */
export function readExit(folder: string): z.infer<typeof exitSchema> | null {
  return read(join(folder, 'exit.json'), exitSchema);
}
