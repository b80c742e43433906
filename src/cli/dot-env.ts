import { existsSync } from 'node:fs';
import { loadEnvFile } from 'node:process';
import { AppError } from '../util/app-error.ts';

/** Reads `.env` of the current folder, where there is one; what the environment already says stays. Never written. */
export function readDotEnv(): void {
  if (!existsSync('.env')) return;
  try {
    loadEnvFile('.env');
  } catch (cause) {
    throw new AppError('bad-dot-env', 'the file .env of this folder cannot be read', {
      hint: 'give yourself permission to read it, or move it away; it holds lines of VARIABLE=value',
      cause,
    });
  }
}
