import { inspect } from 'node:util';
import { redactKeys } from '../util/redact-keys.ts';
import { hideCredentials } from '../util/text.ts';
import { type Surroundings, secretsIn } from './secrets-in.ts';

/** What is printed of a defect of ours, or of what the user's own config does: its stack and causes, without keys. */
export function crashText(error: unknown, surroundings: Surroundings): string {
  const text = redactKeys(hideCredentials(inspect(error, { depth: 3, breakLength: 120 })), secretsIn(surroundings));
  return `seb: this should not have happened; what is in the store is intact\n${text}\n`;
}
