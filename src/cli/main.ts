#!/usr/bin/env node
import { Command } from 'commander';
import { AppError } from '../util/app-error.ts';
import { addCommands } from './commands.ts';
import { readDotEnv } from './dot-env.ts';

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0); // the reader (head, less) has seen enough
  throw error;
});

readDotEnv();
const program = addCommands(new Command('seb'));
try {
  await program.parseAsync();
} catch (error) {
  if (!(error instanceof AppError)) throw error;
  process.stderr.write(`seb: ${error.message}\n${error.hint === null ? '' : `     ${error.hint}\n`}`);
  process.exitCode = 1;
}
