import { Command, CommanderError } from 'commander';
import { vi } from 'vitest';
import { commandLine } from '../../src/cli/command-line.ts';
import type { Ended } from './command.ts';

/** Carries out a command line in this process, which is quicker than a process of its own. Not several at once. */
export async function sebHere(args: readonly string[]): Promise<Omit<Ended, 'signal'>> {
  const written = { stdout: '', stderr: '' };
  const collect = (name: keyof typeof written) =>
    vi.spyOn(process[name], 'write').mockImplementation((text) => {
      written[name] += String(text);
      return true;
    });
  const spies = [collect('stdout'), collect('stderr')];
  const before = process.exitCode;
  process.exitCode = undefined;
  try {
    await commandLine(args, new Command('seb').exitOverride());
    return { code: Number(process.exitCode ?? 0), ...written };
  } catch (error) {
    if (error instanceof CommanderError) return { code: error.exitCode, ...written };
    throw error;
  } finally {
    process.exitCode = before;
    for (const spy of spies) spy.mockRestore();
  }
}
