#!/usr/bin/env node
import { tell } from '../util/terminal.ts';
import { keepCompiled } from './compile-cache.ts';
import { crashText } from './crash.ts';
import { exitCodes } from './exit-codes.ts';

const args = process.argv.slice(2);

// Node would print the source line and every field of the error, and some errors contain the request with its key.
process.on('uncaughtException', (error) => {
  tell(crashText(error, { environment: process.env, args }));
  process.exit(exitCodes.error);
});

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // The reader (head, less) has closed the pipe, or the terminal was closed.
  if (error.code === 'EPIPE' || error.code === 'EIO') process.exit();
  throw error;
});

// Ctrl-C also ends `tee`: the run must still pause and store calls in flight when its progress has no reader.
process.stderr.on('error', () => {});

keepCompiled();
const { commandLine } = await import('./command-line.ts');
await commandLine(args);
