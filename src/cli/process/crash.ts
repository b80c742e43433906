import { inspect } from 'node:util';
import { redactKeys } from '../../util/redact-keys.ts';
import { hideCredentials } from '../../util/text.ts';
import { type Surroundings, secretsIn } from './secrets-in.ts';

/** Returns the message about an unexpected error: its stack and causes, without keys. */
export function crashText(error: unknown, surroundings: Surroundings): string {
  const text = redactKeys(hideCredentials(inspect(error, { depth: 3, breakLength: 120 })), secretsIn(surroundings));
  return `seb: internal error (please report it). Stored answers are safe.\n${text}\n`;
}
