import { Command } from 'commander';
import { AppError } from '../util/app-error.ts';
import { harmless } from '../util/text.ts';
import { withoutKeys } from '../util/without-keys.ts';
import { addCommands } from './commands.ts';
import { readDotEnv } from './dot-env.ts';
import { exitCodes } from './exit-codes.ts';
import { secretsIn } from './secrets-in.ts';

/** Carries out a command line. What a user can mend is said in a line and a hint; a defect of ours is thrown. */
export async function commandLine(args: readonly string[], program = new Command('seb')): Promise<void> {
  try {
    readDotEnv();
    await addCommands(program).parseAsync(args, { from: 'user' });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const hint = error.hint === null ? '' : `     ${harmless(error.hint)}\n`;
    const text = `seb: ${harmless(error.message)}\n${hint}`;
    process.stderr.write(withoutKeys(text, secretsIn({ environment: process.env, args }))); // a message may quote another's
    process.exitCode = exitCodes.error;
  }
}
