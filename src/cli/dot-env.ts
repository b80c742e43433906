import { existsSync } from 'node:fs';
import { loadEnvFile } from 'node:process';

/** Reads `.env` of the current folder, where there is one; what the environment already says stays. Never written. */
export function readDotEnv(): void {
  if (existsSync('.env')) loadEnvFile('.env');
}
