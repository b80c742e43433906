import { existsSync, readFileSync } from 'node:fs';
import { loadEnvFile } from 'node:process';
import { parseEnv } from 'node:util';
import { AppError } from '../util/app-error.ts';

/** Variables by name, with their values. */
export type Variables = Readonly<Record<string, string>>;

/**
 * Reads `.env` of the current folder, if any, and returns the variables that it has set; variables that the environment
 * already holds stay. The file is never written.
 */
export function readDotEnv(): Variables {
  if (!existsSync('.env')) return {};
  try {
    const variables = Object.entries(parseEnv(readFileSync('.env', 'utf8')));
    const added = variables.filter(([name]) => process.env[name] === undefined);
    loadEnvFile('.env');
    return Object.fromEntries(added.map(([name, value = '']) => [name, value]));
  } catch (cause) {
    throw new AppError('bad-dot-env', 'the file .env of this folder cannot be read', {
      hint: 'give yourself permission to read it, or move it away; it holds lines of VARIABLE=value',
      cause,
    });
  }
}

/** Names of variables that decide where calls and keys go. */
const endpoint = /(_URL|_API_BASE|_ENDPOINT|_HOST|_PROXY|_RESOURCE_NAME)$/i;

/** Where variables of `.env` send calls or keys: the folder may be somebody else's. */
export function dotEnvNotes(variables: Variables): readonly string[] {
  return Object.entries(variables).flatMap(([name, value]) => {
    if (name === 'SEB_API_KEY_VARIABLE') return [`.env of this folder sends the key in ${value} (${name})`];
    return endpoint.test(name) ? [`.env of this folder sets the address ${name}=${value}`] : [];
  });
}
