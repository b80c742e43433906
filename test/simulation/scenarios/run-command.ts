import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command, CommanderError } from 'commander';
import { commandLine } from '../../../src/cli/command-line.ts';
import { start } from '../../support/command.ts';

/** A drawn command: files by name, and the words after `seb`; both are in one folder. */
export interface DrawnCommand {
  readonly files: Readonly<Record<string, string>>;
  readonly args: readonly string[];
}

/** What a command printed, and its exit code. */
export interface Printed {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Carries out a drawn command. */
export type RunsCommand = (drawn: DrawnCommand) => Promise<Printed>;

/** Carries out a drawn command in this process, through the entry of the command line. Not several at once. */
export async function runHere({ files, args }: DrawnCommand, folder: string): Promise<Printed> {
  for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true }); // also a store of the last set
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const printed = { stdout: '', stderr: '' };
  const before = { folder: process.cwd(), stdout: process.stdout.write, stderr: process.stderr.write };
  process.chdir(folder);
  process.exitCode = undefined;
  for (const name of ['stdout', 'stderr'] as const) {
    process[name].write = (text: string | Uint8Array) => {
      printed[name] += String(text);
      return true;
    };
  }
  try {
    await commandLine(args, new Command('seb').exitOverride());
    return { code: Number(process.exitCode ?? 0), ...printed };
  } catch (error) {
    if (error instanceof CommanderError) return { code: error.exitCode, ...printed };
    throw error;
  } finally {
    process.stdout.write = before.stdout;
    process.stderr.write = before.stderr;
    process.exitCode = undefined;
    process.chdir(before.folder);
  }
}

/** Carries out the command again in a process of its own, in the same folder, on the files that are there. */
export async function runInProcess({ args }: DrawnCommand, folder: string): Promise<Printed> {
  const { code, stdout, stderr } = await start(args, { folder }).ended;
  return { code: code ?? 1, stdout, stderr };
}
