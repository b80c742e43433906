#!/usr/bin/env node
import { commandLine } from './command-line.ts';

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0); // the reader (head, less) has seen enough
  throw error;
});

await commandLine(process.argv.slice(2));
