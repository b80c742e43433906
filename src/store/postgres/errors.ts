import { AppError } from '../../util/app-error.ts';
import type { AppErrorCode } from '../../util/error-codes.ts';

/** Returns the SQLSTATE or system code of an error; '' if it has none. */
function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

const kept = 'all stored answers are safe';
const resume = `${kept}; resume the run when the server is available again`;

/** Explanations by SQLSTATE, its class (first two characters), or system code: [error code, problem, advice]. */
const explanations: Readonly<Record<string, readonly [code: AppErrorCode, wrong: string, hint: string]>> = {
  '25006': ['store-read-only', 'cannot be written: the server is read-only', 'connect to the primary server'],
  '28': ['store-refused', 'refused the user or the password', 'check the user and the password in the URL'],
  '3D000': [
    'store-cannot-open',
    'has no such database',
    'create it with `createdb`, or use a different database in the URL',
  ],
  '42501': ['store-refused', 'refused: the user lacks permission', 'grant the user CREATE on the database'],
  '53100': ['disk-full', "could not grow: the server's disk is full", `${kept}; free some space, then resume the run`],
  '53300': ['store-unreachable', 'has too many connections', resume],
  '08': ['store-unreachable', 'lost its connection', resume],
  '57P': ['store-unreachable', 'is shutting down or starting', resume],
  ECONNREFUSED: [
    'store-unreachable',
    'refuses connections',
    'check that the server is running, and check host and port in the URL',
  ],
  ECONNRESET: ['store-unreachable', 'lost its connection', resume],
  EPIPE: ['store-unreachable', 'lost its connection', resume],
  ETIMEDOUT: ['store-unreachable', 'does not answer', resume],
  EHOSTUNREACH: ['store-unreachable', 'cannot be reached', 'check the host in the URL and the network'],
  ENOTFOUND: ['store-unreachable', 'has an unknown host', 'check the host in the URL'],
  TLS: [
    'store-refused',
    'has no TLS connection as sslmode in the URL asks for it',
    'check that the server has TLS, and a certificate that this machine trusts (sslrootcert=FILE in the URL)',
  ],
  EAI_AGAIN: ['store-unreachable', 'has a host name that cannot be resolved right now', 'check the network'],
};

/** Messages of `pg` for faults without a code. */
const unreachable = /Connection terminated|timeout exceeded when trying to connect|Query read timeout|not queryable/;

/** Messages of `pg`, and codes of Node, for faults of TLS and of certificates. */
const [withoutTls, certificateCodes] = [
  /does not support SSL|establishing an SSL/,
  /CERT|^ERR_(?:TLS|SSL)_|UNABLE_TO_/,
];

function explanationOf(error: unknown) {
  const code = codeOf(error);
  const isTls = certificateCodes.test(code) || (error instanceof Error && withoutTls.test(error.message));
  if (isTls) return explanations.TLS;
  const found = explanations[code] ?? explanations[code.slice(0, 3)] ?? explanations[code.slice(0, 2)];
  if (found !== undefined) return found;
  const isUnreachable = error instanceof Error && unreachable.test(error.message);
  return isUnreachable ? explanations.ETIMEDOUT : undefined;
}

/**
 * Returns the error that explains a PostgreSQL fault to the user; null when it is a defect of this program. The cause
 * holds no credentials.
 */
export function explain(error: unknown, location: string): AppError | null {
  const explanation = explanationOf(error);
  if (explanation === undefined) return null;
  const [name, wrong, hint] = explanation;
  return new AppError(name, `the store ${location} ${wrong}`, { hint, cause: error });
}

/**
 * Returns whether a fault is transient: a deadlock, a serialization failure, or a server that may be back shortly.
 * Every commit may be retried.
 */
export function isPassing(error: unknown): boolean {
  const code = codeOf(error);
  return code === '40P01' || code === '40001' || explanationOf(error)?.[0] === 'store-unreachable';
}
