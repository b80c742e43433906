import { redactKeys } from '../../util/redact-keys.ts';
import { withoutEscapes } from './key-echo.ts';

const mostCharacters = 400;

/**
 * Returns a server's text safe for terminal and store: without keys and control characters, one line, at most 400
 * characters.
 */
export function redact(text: string, secrets: readonly string[]): string {
  const clean = redactKeys(withoutEscapes(text), secrets)
    .replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ')
    .trim();
  return clean.length > mostCharacters ? `${clean.slice(0, mostCharacters)}…` : clean;
}
