import { existsSync, readFileSync } from 'node:fs';
import { loadEnvFile } from 'node:process';
import { parseEnv } from 'node:util';
import { AppError } from '../util/app-error.ts';

/** Variables by name, with their values. */
type Variables = Readonly<Record<string, string>>;

/**
 * Reads `.env` of the current folder, if any, and returns the variables that it set; variables that the environment
 * already has are kept. The file is never written.
 */
export function readDotEnv(): Variables {
  if (!existsSync('.env')) return {};
  try {
    const variables = Object.entries(parseEnv(readFileSync('.env', 'utf8')));
    const added = variables.filter(([name]) => process.env[name] === undefined);
    loadEnvFile('.env');
    return Object.fromEntries(added.map(([name, value = '']) => [name, value]));
  } catch (cause) {
    throw new AppError('bad-dot-env', 'cannot read the file .env in this folder', {
      hint: 'make it readable, or move it away; its lines have the form VARIABLE=value',
      cause,
    });
  }
}

/** Matches variables that decide where calls and keys are sent. */
const endpoint = /(_URL|_API_BASE|_ENDPOINT|_HOST|_PROXY|_RESOURCE_NAME)$/i;

/** Matches variables of Node about certificates: it reads them at its start, before `.env`. */
const startVariable = /^(NODE_EXTRA_CA_CERTS|NODE_USE_SYSTEM_CA|NODE_OPTIONS|SSL_CERT_FILE|SSL_CERT_DIR)$/;

/**
 * Returns notes about addresses to which variables of `.env` send calls or keys: a downloaded folder may contain its
 * author's `.env`. Also returns notes about variables that have no effect there.
 */
export function dotEnvNotes(variables: Variables): readonly string[] {
  return Object.entries(variables).flatMap(([name, value]) => {
    if (name === 'SEB_API_KEY_VARIABLE') return [`.env in this folder sends the key in ${value} (${name})`];
    if (startVariable.test(name))
      return [`.env in this folder sets ${name}, which Node reads only from the environment`];
    return endpoint.test(name) ? [`.env in this folder sets the address ${name}=${value}`] : [];
  });
}
