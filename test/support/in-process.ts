import { Command, CommanderError } from 'commander';
import { vi } from 'vitest';
import { commandLine } from '../../src/cli/command-line.ts';
import type { Ended } from './command.ts';

/**
 * Carries out a command line in this process, in `folder` if given. Quicker than a new process, but without its clean
 * environment. Not several at once.
 */
export async function sebHere(
  args: readonly string[],
  { folder = process.cwd() }: { readonly folder?: string } = {},
): Promise<Omit<Ended, 'signal'>> {
  const written = { stdout: '', stderr: '' };
  const collect = (name: keyof typeof written) =>
    vi.spyOn(process[name], 'write').mockImplementation((text) => {
      written[name] += String(text);
      return true;
    });
  const spies = [collect('stdout'), collect('stderr')];
  const before = { code: process.exitCode, folder: process.cwd() };
  process.exitCode = undefined;
  process.chdir(folder);
  try {
    await commandLine(args, new Command('seb').exitOverride());
    return { code: Number(process.exitCode ?? 0), ...written };
  } catch (error) {
    if (error instanceof CommanderError) return { code: error.exitCode, ...written };
    throw error;
  } finally {
    process.exitCode = before.code;
    process.chdir(before.folder);
    for (const spy of spies) spy.mockRestore();
  }
}
