import { AppError } from '../util/app-error.ts';
import type { Environment } from '../util/types.ts';

/** Alternative sets of environment variables; the first complete set is used. Without sets, no credentials are needed. */
export type CredentialSets = readonly (readonly string[])[];

/** Values by variable name. */
export type Credentials = Readonly<Record<string, string>>;

function present(environment: Environment, variable: string): string | null {
  const value = environment[variable]?.trim();
  return value === undefined || value === '' ? null : value;
}

/** Returns the first complete set of credentials; null if no set is complete. */
export function findCredentials(sets: CredentialSets, environment: Environment): Credentials | null {
  for (const variables of sets) {
    const found: [string, string][] = [];
    for (const variable of variables) {
      const value = present(environment, variable);
      if (value !== null) found.push([variable, value]);
    }
    if (found.length === variables.length) return Object.fromEntries(found);
  }
  return sets.length === 0 ? {} : null;
}

/** Matches a character that no HTTP header takes, such as a line break or a typographic quotation mark. */
const unsendable = /[^\t\x20-\x7e\x80-\xff]/u;

/** Refuses a key that no HTTP header takes. The error names the character and its position, not the key. */
function refuseUnsendable([variable, value]: readonly [string, string]): void {
  const found = unsendable.exec(value);
  if (found === null) return;
  const code = (found[0].codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  throw new AppError(
    'bad-key',
    `the key in ${variable} has a character that no HTTP header takes: U+${code} at position ${found.index + 1}`,
    { hint: 'copy the key again, as one line of letters, digits and signs without typographic quotation marks' },
  );
}

/**
 * Returns the first complete set of credentials. AppError with the variable to set if no set is complete, and for a value
 * that no HTTP header takes.
 */
export function requireCredentials(name: string, sets: CredentialSets, environment: Environment): Credentials {
  const found = findCredentials(sets, environment);
  if (found !== null) {
    for (const entry of Object.entries(found)) refuseUnsendable(entry);
    return found;
  }
  const missing = sets.map((variables) => variables.filter((variable) => present(environment, variable) === null));
  const [nearest = [], ...others] = missing.toSorted((a, b) => a.length - b.length);
  const either = others.map((variables) => variables.join(' and ')).join(', or ');
  throw new AppError('missing-key', `${name} needs a key: ${nearest.join(' and ')} is not set`, {
    hint: `run export ${nearest[0]}=... or add it to .env${either === '' ? '' : ` (or set ${either})`}`,
  });
}
