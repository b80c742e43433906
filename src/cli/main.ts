#!/usr/bin/env node
import { tell } from '../util/terminal.ts';
import { keepCompiled } from './compile-cache.ts';
import { crashText } from './process/crash.ts';
import { exitCodes } from './process/exit-codes.ts';
import { asksForJson, printRefusal } from './process/json-refusal.ts';

const args = process.argv.slice(2);

// Node would print the source line and every field of the error, and some errors contain the request with its key.
process.on('uncaughtException', (error) => {
  const text = crashText(error, { environment: process.env, args });
  if (asksForJson(args)) printRefusal({ kind: 'failed', code: 'internal', reason: text.trim(), advice: null });
  tell(text);
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
